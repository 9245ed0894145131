/*
 * A complete agent in C: plays a random legal action, in any game.
 *
 *     cc -O2 -o random_bot random_bot.c
 *
 * The protocol is that of docs/external-agents.md: one JSON object a line. The referee writes its lines without
 * spaces and escapes quotes inside texts, so that "key": followed by a value occurs only where it is meant, and a few
 * string functions are parser enough.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

/* Return what follows "key": in a line, or the end of the line. */
static const char *value(const char *line, const char *key)
{
    const char *found = strstr(line, key);
    return found ? found + strlen(key) : line + strlen(line);
}

/* The generator xorshift64* (Vigna, 2016): the same seed plays the same game. */
static unsigned long long state = 1;

static unsigned long long draw(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545F4914F6CDD1DULL >> 33;
}

/* Return the number of elements in the list of numbers that begins at text, and the one at place in *element. */
static int count(const char *text, int place, long long *element)
{
    int n = 0;
    if (*text != '[' || text[1] == ']')
        return 0;
    do {
        char *end;
        long long number = strtoll(text + 1, &end, 10);
        if (n++ == place)
            *element = number;
        text = end;
    } while (*text == ',');
    return n;
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        if (strncmp(line, "{\"type\":\"hello\"", 15) == 0) {
            state = strtoull(value(line, "\"seed\":"), NULL, 10) | 1;
            puts("{\"type\":\"ready\",\"name\":\"random bot in C\",\"version\":\"1\"}");
        } else if (strncmp(line, "{\"type\":\"question\"", 18) == 0) {
            const char *legal = value(line, "\"legal\":");
            long long number = strtoll(value(line, "\"number\":"), NULL, 10), action = -1;
            int n = count(legal, -1, &action);
            if (n > 0)
                count(legal, (int)(draw() % (unsigned)n), &action);
            printf("{\"type\":\"answer\",\"number\":%lld,\"action\":%lld}\n", number, action);
        } else if (strncmp(line, "{\"type\":\"end\"", 13) == 0) {
            break;
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
