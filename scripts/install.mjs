// Plain JavaScript: this runs before anything is installed, on whatever Node (20 or newer) is there.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const stampFile = 'node_modules/.bweni-installed'
const stamp = createHash('sha256')
  .update(readFileSync('package.json'))
  .update(readFileSync('package-lock.json'))
  .digest('hex')
const installed = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''

if (installed !== stamp) {
  console.log('Installing packages (the first time takes a minute) …')
  // --include=dev: the web app is built here, in production too.
  execFileSync('npm', ['install', '--include=dev', '--no-save', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  writeFileSync(stampFile, stamp)
}
