import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Left half red, right half blue: which side is up can be seen. */
export function halves(width = 400, height = 300) {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const }
  return sharp({ create: { width, height, channels: 3, background: '#2030c0' } })
    .composite([{ input: { create: { ...half, background: '#c02030' } }, left: 0, top: 0 }])
    .clone()
}

/** An image that does not compress well, like a camera's. */
export function noise(width: number, height: number) {
  const mean = { type: 'gaussian' as const, mean: 128, sigma: 20 }
  return sharp({ create: { width, height, channels: 3, background: '#000', noise: mean } })
}

/** Rotated by its metadata, which also contain a location. */
export const withLocation = () =>
  halves()
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Secret Phone' },
      IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'S' },
    })
    .jpeg()
    .toBuffer()

export async function moving() {
  const pictures = ['#c02030', '#2030c0'].map((background) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  return sharp(await Promise.all(pictures), { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A small PNG file whose header claims this size. */
export function claimedPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
