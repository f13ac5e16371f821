-- What an undone import of contacts had put back is now removed from its rows, so that undoing it again leaves it alone. Of
-- those undone before nothing is left to undo.
delete from import_rows using imports
where imports.company_id = import_rows.company_id and imports.id = import_rows.import_id
  and imports.undone_at is not null and import_rows.before is not null;
