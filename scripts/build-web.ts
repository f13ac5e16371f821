import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { minify } from 'terser'

const stampFile = '.build/web/sources.sha256'
const sources = [
  ...globSync('{web,simulator/phone,contract,rules,public}/**/*.*'),
  'scripts/build-web.ts',
  'package-lock.json',
  'react-router.config.ts',
  'vite.config.ts',
].sort()

const hash = createHash('sha256')
for (const file of sources) hash.update(file).update(readFileSync(file))
const stamp = hash.digest('hex')
const built = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''

if (built !== stamp) {
  console.log('Building the web app …')
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(process.execPath, ['node_modules/.bin/react-router', 'build'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // React Router marks a style sheet that scripts ask for, too, so that it stays when a page that has it goes. That of all pages
  // never goes. Marked, it would be loaded once more by the first such script, and then override the sheet of the page.
  for (const file of globSync('.build/web/**/assets/{manifest,server-build}-*.js')) {
    const code = readFileSync(file, 'utf8')
    writeFileSync(file, code.replaceAll(/(shared-[\w-]+\.css)#/g, '$1'))
  }
  // A second minifier saves 1 KB of what every page loads.
  for (const file of globSync('.build/web/client/**/*.js')) {
    const { code } = await minify(readFileSync(file, 'utf8'), { module: true, ecma: 2020 })
    if (code) writeFileSync(file, code)
  }
  // Compressed once here at the highest level, instead of quickly at every request.
  for (const file of globSync('.build/web/client/**/*.{js,css,svg}')) {
    const content = readFileSync(file)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
  writeFileSync(stampFile, stamp)
}
