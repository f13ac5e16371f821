-- What an import made, as it was then: whatever is otherwise by now has been changed by somebody, and stays when the import
-- is undone. Of imports from before nobody knows it.
alter table import_rows add made_as text;
