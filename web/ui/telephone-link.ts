import { toMsisdn } from '#rules/phone.ts'

/** A link that dials the number; one that is no Kenyan mobile is dialled as written. */
export function telephoneLink(phone: string): string {
  const msisdn = toMsisdn(phone)
  return `tel:${msisdn ? `+${msisdn}` : phone.replace(/\s/g, '')}`
}
