import { parseArgs } from 'node:util'
import { startStandalone, URL_PREFIX } from './plugin.ts'

/** `node simulator/server/main.ts --port 4100 --data ./data --delay 3000` */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4100' },
    data: { type: 'string', default: './data' },
    delay: { type: 'string', default: '3000' },
    business: { type: 'string' },
    log: { type: 'string', default: 'info' },
  },
})

const app = await startStandalone({
  port: Number(values.port),
  dataDir: values.data,
  delayMs: Number(values.delay),
  businessName: values.business,
  logLevel: values.log,
})

console.log(`Pretend M-Pesa on http://127.0.0.1:${values.port}${URL_PREFIX}`)
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void app.close())
