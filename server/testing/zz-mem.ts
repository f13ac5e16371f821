import { spawn } from 'node:child_process'
import sharp from 'sharp'
import { noise } from './images.ts'
const kind = process.argv[2]
const n = Number(process.argv[3])
const child = spawn(process.execPath, ['--max-semi-space-size=2','--heap-growing-percent=30','server/testing/form-server.ts','/tmp/fs2'], { env: {...process.env, MALLOC_ARENA_MAX:'1'}, stdio:['ignore','pipe','inherit'] })
const url = await new Promise<string>((r) => child.stdout.once('data', (c) => r(String(c).split('\n')[0]!.trim())))
const mem = async () => (await fetch(url+'/api/memory/', {method:'POST', headers:{'content-type':'application/json'}, body:'{}'})).text()
let pic: Buffer
if (kind==='12') pic = await noise(1000,750).resize(4000).jpeg({quality:85}).toBuffer()
else if (kind==='48prog') pic = await noise(1000,750).resize(8000).jpeg({quality:80, progressive:true, chromaSubsampling:'4:4:4'}).toBuffer()
else if (kind==='48') pic = await noise(1000,750).resize(8000).withMetadata({orientation:6}).jpeg({quality:80}).toBuffer()
else if (kind==='png') pic = await sharp({create:{width:8000,height:6200,channels:4,background:'#80ff0080'}}).toColourspace('rgb16').png({progressive:true}).toBuffer()
else pic = await sharp({create:{width:8000,height:6200,channels:4,background:'#80ff0080'}}).webp({lossless:true}).toBuffer()
console.log(kind, pic.length, await mem())
const t=Date.now()
const st: Record<number, number> = {}
await Promise.all(Array.from({length:n}, async () => { const f=new FormData(); f.append('picture', new Blob([new Uint8Array(pic)]),'x'); const r=await fetch(url+'/api/picture/',{method:'PUT',body:f}); await r.arrayBuffer(); st[r.status]=(st[r.status]??0)+1 }))
console.log(st, Date.now()-t, await mem())
child.kill()
