-- Whether the day or the month comes first in dates such as 1/9/2026, where a file doesn't show it and staff said so.
alter table imports add dates text check (dates in ('day', 'month'));
