io.stdout:setvbuf("line")
for line in io.lines() do
  local kind = line:match('^{"type":"(%a+)"')
  if kind == "hello" then
    print('{"type":"ready"}')
  elseif kind == "question" then
    print(string.format('{"type":"answer","number":%s,"action":%s}', line:match('"number":(%d+)'), line:match('"legal":%[(%d+)')))
  else
    break
  end
end
