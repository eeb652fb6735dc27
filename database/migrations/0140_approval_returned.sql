-- What was sent back and lies with its starter: few, and looked for whenever somebody who stands in for a leaver opens his
-- workbench. Hand-written.
create index approval_case_returned on approval_case (operator_id, starter) where status = 'returned' and deleted_at is null;
