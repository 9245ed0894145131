"""Agents in processes of their own, which cannot cheat, hang, leak or bring anything else down.

============= ==================================================================================================
module        what it is
============= ==================================================================================================
fork_server   the worker's side of its fork server: starts children, ends them, gets back how they ended
zygote        the fork server's process: has loaded what agents need, forks a child from itself on request, and
              ends whatever a child leaves behind; forkable: whether a process may be forked at all
host          the child in which one agent plays one game; answer: its answer as an int
messages      what a worker asks of its fork server
fork_servers  the fork servers of one worker, replaced when they die
command       the child that becomes another program
program       what that program is: found, and identified by its files; the agent ``external``
executable    whether the system can start it
json_lines    the messages that it is asked by; line_channel: the pipes to it
wire          the frames between worker and host
descendants   ending processes, only descendants of this one
confine       what a child gives up before foreign code runs: limits, other processes, and under ``sandbox`` all else
landlock      the files and processes that are left to a child; seccomp: the system calls
call_rules    which system calls are allowed, at each level; syscalls: their numbers
bubblewrap    a fork server in namespaces of its own, where the system allows it
linux         what a process asks of Linux for itself: to die with its parent, to adopt orphans, to be unreadable
readable      the files that a sandboxed agent may read
trust         which distributions' agents need none of this
probe         what this machine offers, and whether real files can be closed; trying: running such probes
search_path   where Python looks for modules
output        the one file that takes what a child prints; origin: where an exception may come from
============= ==================================================================================================

A worker starts one fork server for each kind of child that it needs. Both are subreapers: what an agent leaves
behind becomes the server's child, or, if the server was killed, the worker's, which then ends it. Without its worker
the server ends all its descendants and then itself.
"""
