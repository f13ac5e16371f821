import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFormServer } from '../testing/form-server.ts'
import { claimedPng, halves, moving, noise, withLocation } from '../testing/images.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'bweni-pictures-'))
let server: Awaited<ReturnType<typeof startFormServer>>

beforeAll(async () => {
  server = await startFormServer(dataDir)
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function send(bytes: Uint8Array, name = 'photo.jpg') {
  const form = new FormData()
  form.append('picture', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name)
  const response = await fetch(`${server.url}/api/picture/`, { method: 'PUT', body: form })
  expect(readdirSync(join(dataDir, 'uploading'))).toEqual([])
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The image that an upload is turned into. */
async function reencoded(bytes: Uint8Array, name?: string): Promise<Buffer> {
  const answer = await send(bytes, name)
  expect(answer.status, answer.bytes.toString('latin1', 0, 300)).toBe(200)
  return answer.bytes
}

/** The colours near the left and the right edge, or near the upper and the lower one. */
async function coloursOf(jpeg: Buffer, along: 'x' | 'y') {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  return [0.1, 0.9].map((part) => {
    const x = Math.floor(info.width * (along === 'x' ? part : 0.5))
    const y = Math.floor(info.height * (along === 'y' ? part : 0.5))
    const [red = 0, , blue = 0] = data.subarray((y * info.width + x) * info.channels)
    return red > blue ? 'red' : 'blue'
  })
}

describe('an image is decoded and encoded again', () => {
  test.each([
    ['JPEG', () => halves().jpeg().toBuffer()],
    ['PNG', () => halves().png().toBuffer()],
    ['WebP', () => halves().webp().toBuffer()],
    ['CMYK JPEG', () => halves().toColourspace('cmyk').jpeg().toBuffer()],
    ['PNG of 16 bits', () => halves().toColourspace('rgb16').png().toBuffer()],
    ['interlaced PNG', () => halves().png({ progressive: true }).toBuffer()],
    ['grey PNG that can be seen through', () => halves().ensureAlpha().png().toBuffer()],
  ])('%s', async (_, make) => {
    const jpeg = await reencoded(await make())
    const { format, width, height, space } = await sharp(jpeg).metadata()
    expect({ format, width, height, space }).toEqual({
      format: 'jpeg',
      width: 400,
      height: 300,
      space: 'srgb',
    })
    expect(await coloursOf(jpeg, 'x')).toEqual(['red', 'blue'])
  })

  test('upright, and without metadata', async () => {
    const sent = await withLocation()
    expect(sent.includes('Secret Phone')).toBe(true)
    const jpeg = await reencoded(sent)
    const { width, height, exif, xmp, iptc, icc, orientation } = await sharp(jpeg).metadata()
    expect({ width, height }).toEqual({ width: 300, height: 400 })
    expect([exif, xmp, iptc, icc, orientation].filter(Boolean)).toEqual([])
    expect(jpeg.includes('Secret Phone')).toBe(false)
    expect(await coloursOf(jpeg, 'y')).toEqual(['red', 'blue'])
  })

  test('an image from a camera is scaled down', async () => {
    const { width, height } = await sharp(
      await reencoded(await halves(4000, 3000).jpeg().toBuffer()),
    ).metadata()
    expect({ width, height }).toEqual({ width: 1200, height: 900 })
  })

  test('of an animation the first frame', async () => {
    const { width, height, pages } = await sharp(await reencoded(await moving())).metadata()
    expect({ width, height, pages }).toEqual({ width: 60, height: 40, pages: undefined })
  })

  test('bytes after the image are dropped', async () => {
    const honest = await halves().jpeg().toBuffer()
    const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500, 'payload')])
    const script = Buffer.from('<script>alert(document.domain)</script><?php system("id"); ?>')
    const jpeg = await reencoded(Buffer.concat([honest, zip, script]))
    for (const part of ['PK\x03\x04', 'payload', '<script', '<?php']) {
      expect(jpeg.includes(part)).toBe(false)
    }
    expect(jpeg).toEqual(await reencoded(honest))
  })

  test.each(['../../../../tmp/evil.jpg', '/etc/passwd', 'a\u0000b.jpg', 'x'.repeat(5000), '..'])(
    'a file called %j is no more than a picture',
    async (name) => {
      const answer = await send(await halves().jpeg().toBuffer(), name)
      expect(answer.status).toBe(200)
    },
  )
})

describe('a file that is no image is refused at its field', () => {
  const notAnImage = 'Please choose a JPEG, PNG or WebP picture.'
  const damaged = 'This picture is damaged. Please choose another one, or take it again.'
  const tooMany = 'This picture has too many pixels. Please choose a smaller one.'
  const text = (content: string) => async () => Buffer.from(content)
  const half = (whole: Buffer) => whole.subarray(0, whole.length / 2)

  test.each([
    ['nothing', text(''), 415, notAnImage],
    ['text', text('Good morning'), 415, notAnImage],
    [
      'SVG',
      text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      415,
      notAnImage,
    ],
    ['a PDF named .jpg', text('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF'), 415, notAnImage],
    ['a web page', text('<!doctype html><script>alert(1)</script>'), 415, notAnImage],
    ['HEIC', text('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 415, notAnImage],
    ['a GIF', () => halves().gif().toBuffer(), 415, notAnImage],
    ['a TIFF', () => halves().tiff().toBuffer(), 415, notAnImage],
    ['the beginning of a JPEG', text('\xff\xd8\xff'), 415, notAnImage],
    ['half a JPEG', async () => half(await noise(400, 400).jpeg().toBuffer()), 400, damaged],
    ['half a PNG', async () => half(await noise(400, 400).png().toBuffer()), 400, damaged],
    ['half a WebP', async () => half(await noise(400, 400).webp().toBuffer()), 400, damaged],
    ['only the head of a PNG', async () => claimedPng(300, 300).subarray(0, 40), 400, damaged],
    ['50 000 × 50 000', async () => claimedPng(50_000, 50_000), 400, tooMany],
    ['a strip', async () => claimedPng(1, 60_000), 400, tooMany],
    ['a little over 50 megapixels', async () => claimedPng(7100, 7100), 400, tooMany],
  ])('%s', async (_, make, status, message) => {
    const answer = await send(await make())
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.bytes.toString())).toMatchObject({
      message,
      code: status === 415 ? 'not_a_picture' : 'bad_picture',
      fields: { picture: message },
    })
  })
})
