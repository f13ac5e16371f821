-- Sessions that still name a device: those whose device is to be forgotten are found without a look at the rest.
create index radacct_devices on radius.radacct (acctstarttime)
  where callingstationid is not null or calledstationid is not null;
