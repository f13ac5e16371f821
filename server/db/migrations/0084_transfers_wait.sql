-- A change of room that takes charged rent off may wait for a second person.
alter table approvals
  drop constraint approvals_act_check,
  add constraint approvals_act_check check (act in ('waiver', 'refund', 'undo', 'reversal', 'correction', 'confirmation',
    'restoration', 'removal', 'transfer', 'rents', 'wifi_prices', 'wifi_plan', 'deposit', 'deposit_refund', 'deposit_undo'));
