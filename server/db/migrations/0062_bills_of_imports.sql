-- A bill goes only together with an account whose import is undone, by the same narrow door as its charges.
create trigger append_only_delete before delete on bills
  for each row execute function refuse_change_of_charge();
