-- The span in which a job was enqueued, as W3C Trace Context names it: its run belongs to the same trace.
alter table job add column trace_parent text;
