-- Corrections at the desk, payments that staff confirm without M-Pesa's report, and what counts again after it was taken back
-- wait for a second person too.
alter table approvals
  drop constraint approvals_act_check,
  add constraint approvals_act_check check (act in ('waiver', 'refund', 'undo', 'reversal', 'correction',
    'confirmation', 'restoration', 'removal', 'rents', 'wifi_prices', 'wifi_plan'));
