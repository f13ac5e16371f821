import { S3Client } from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'

/** A bucket of `https://key:secret@host/bucket?region=…`; `host` speaks S3, whoever runs it. */
export function openBucket(address: string): S3Driver {
  const url = new URL(address)
  const client = new S3Client({
    endpoint: url.origin,
    region: url.searchParams.get('region') ?? 'us-east-1',
    credentials: {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    },
    forcePathStyle: true,
    // Many that speak S3 do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 2000, requestTimeout: 4000, throwOnRequestTimeout: true },
  })
  const bucket = decodeURIComponent(url.pathname.slice(1).replace(/\/$/, ''))
  // Without a word about access a bucket keeps to itself what is in it.
  return new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })
}
