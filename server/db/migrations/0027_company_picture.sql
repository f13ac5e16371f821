-- A photo of the residence, beside its logo: paths on this server, or null.
alter table companies add picture text;
