import { toMsisdn } from '#rules/phone.ts'

/** A `tel:` link. A number that is not a Kenyan mobile number is dialled as written. */
export function telephoneLink(phone: string): string {
  const msisdn = toMsisdn(phone)
  return `tel:${msisdn ? `+${msisdn}` : phone.replace(/\s/g, '')}`
}
