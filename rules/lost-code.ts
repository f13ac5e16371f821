import { anyOf, phrased } from './phrases.ts'

const kinds = '(?:wifi|internet|bundle|hotspot|access|voucher)'
const wifi_code = `(?:${kinds} codes?|vouchers?|(?:wifi|internet) password)`
const whose = '(?:(?:my|the|a|any|our) )?'
const code = `${whose}(?:${wifi_code}|codes?|msimbo)`
const no_code = `no (?:${wifi_code}|codes?)`
const not_yet = '(?:not|never|didnt|havent|hasnt|dont|doesnt|cant|cannot|isnt|wasnt)'
const yet = '(?:(?:yet|even|ever) )?'

const lost = anyOf([
  `(?:lost|lose|misplaced|forgot|forgotten|deleted|missing|recover|resend) ${code}`,
  `(?:sijapata|sijapokea|nimepoteza|nimesahau) ${code}`,
  `${code} (?:is |was |got |has |has gone |went )?(?:lost|missing|gone|deleted|haijafika)`,
  `${code} (?:has |have |did |is |was )?${not_yet} ${yet}(?:come|came|arrived?|there|sent|received|delivered|appeared|appear|shown|show)`,
  `${not_yet} ${yet}(?:get|got|gotten|given|sent|receive|received|have|see|seen|find|found) (?:me )?${code}`,
  `${not_yet} been (?:sent|given) ${code}`,
  `(?:where is|wheres|where are) (?:my|the) (?:${wifi_code}|codes?)`,
  `(?:got|get|received|have|had|see|but|and|still|with) ${no_code}`,
  `${no_code} (?:came|arrived|yet|received|was sent)`,
  `send (?:me )?${code} again`,
  `${wifi_code} i (?:have )?(?:lost|forgot|forgotten|misplaced|deleted) it`,
])
const nothing_but_no_code = new RegExp(`^(?:paid |i paid |still )?${no_code}$`)

const paid_in_vain = anyOf([
  '(?:paid|bought|nimelipa)(?: [^ ]+)* (?:wifi|internet|bundle|data)(?: [^ ]+)* (?:got|received|see|and) nothing',
  `(?:paid|bought|nimelipa)(?: [^ ]+)* (?:wifi|internet|bundle|data)(?: [^ ]+)* ${not_yet} ${yet}(?:get|got|gotten|receive|received|see|come|came|arrived?)`,
  '(?:nimelipa|nimenunua)(?: [^ ]+)* (?:wifi|internet|bundle|data)(?: [^ ]+)* (?:sijapata|sijapokea|haijafika|haijakuja)',
  '(?:paid|bought|nimelipa)(?: [^ ]+)* (?:wifi|internet|bundle|data)(?: [^ ]+)* nothing (?:came|yet|happened|arrived|has come)',
])

/** Doors, gates and paybills have codes too. */
const another_code = anyOf([
  '(?:doors?|gates?|paybill|till|pin|promo|postal|receipt|country|area|qr|dress|conduct)',
])
const of_wifi = anyOf(['(?:wifi|internet|vouchers?|bundles?)'])

/** Whether somebody misses the code of a bundle. */
export function isLostCode(message: string): boolean {
  const said = phrased(message)
  if (paid_in_vain.test(said)) return true
  if (another_code.test(said) && !of_wifi.test(said)) return false
  return lost.test(said) || nothing_but_no_code.test(said)
}
