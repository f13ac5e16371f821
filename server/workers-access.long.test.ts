// Every row of the access table, asked of two workers on PostgreSQL.
process.env.ACCESS_ON = 'workers'
await import('./access.test.ts')
delete process.env.ACCESS_ON

export {}
