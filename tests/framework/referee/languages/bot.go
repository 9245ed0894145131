package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<24)
	for in.Scan() {
		var message struct {
			Type   string
			Number int
			Legal  []int
		}
		json.Unmarshal(in.Bytes(), &message)
		switch message.Type {
		case "hello":
			fmt.Println(`{"type":"ready"}`)
		case "question":
			fmt.Printf("{\"type\":\"answer\",\"number\":%d,\"action\":%d}\n", message.Number, message.Legal[0])
		default:
			return
		}
	}
}
