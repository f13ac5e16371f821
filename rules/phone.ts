/** `254XXXXXXXXX` from 07…, 01…, 254… or +254… (spaces and dashes allowed), else null. */
export function toMsisdn(typed: string): string | null {
  const digits = typed.trim().replace(/[\s-]/g, '').replace(/^\+/, '')
  const msisdn = digits.length === 10 && digits.startsWith('0') ? `254${digits.slice(1)}` : digits
  return /^254[17]\d{8}$/.test(msisdn) ? msisdn : null
}

/** `0712 345 678`; what is not a Kenyan number is returned unchanged. */
export function formatPhone(phone: string): string {
  const msisdn = toMsisdn(phone)
  if (!msisdn) return phone
  const local = `0${msisdn.slice(3)}`
  return `${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)}`
}

/** `2547…123` */
export const maskedPhone = (phone: string): string => `${phone.slice(0, 4)}…${phone.slice(-3)}`

/** Who paid over a pay link, as the tenant reads it: `Mum (2547…123)`. */
export const sponsorText = (label: string, phone: string): string =>
  `${label} (${maskedPhone(phone)})`
