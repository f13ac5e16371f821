import { S3Client } from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'

/** A bucket of any S3-compatible server, at `https://key:secret@host/bucket?region=…`. */
export function openBucket(address: string): S3Driver {
  const url = new URL(address)
  const client = new S3Client({
    endpoint: url.origin,
    region: url.searchParams.get('region') || 'us-east-1',
    credentials: {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    },
    forcePathStyle: true,
    // Many S3-compatible servers do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 2000, requestTimeout: 4000, throwOnRequestTimeout: true },
  })
  const bucket = decodeURIComponent(url.pathname.slice(1).replace(/\/$/, ''))
  // No access rules are sent: a bucket is private unless its owner opens it.
  return new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })
}
