import { asksForDeposit } from '../deposit.ts'
import { swahiliDue } from '../due.ts'
import { monthAndYear } from '../fee.ts'
import { swahiliTermsText } from '../late-fee.ts'
import { ksh } from '../money.ts'
import { formatBundlePrice } from '../wifi.ts'
import { type AnswerData, type AnswerTable, sentences, steps } from './answers.ts'

type Company = AnswerData['company']

const comingSoon = (coming_soon: boolean) => (coming_soon ? ' (inakuja hivi karibuni)' : '')

const serviceAnswer = ({ name, description, coming_soon }: AnswerData['services'][number]) =>
  sentences([`${name}${comingSoon(coming_soon)}:`, description])

const servicesAnswer = (services: AnswerData['services']) =>
  services.length > 0
    ? `Huduma zetu: ${services.map((one) => one.name + comingSoon(one.coming_soon)).join(', ')}.`
    : ''

function reach({ phone, email }: Company): string {
  const ways = [phone && `piga simu ${phone}`, email && `andika kwa ${email}`].filter(Boolean)
  return ways.length > 0 ? ways.join(' au ') : 'uliza ofisini'
}
const openingHours = ({ hours }: Company) => hours && `Saa za ofisi: ${hours}.`
const where = ({ name, address }: Company) => address && `${name} iko ${address}.`
const askOffice = (company: Company, start = 'Tafadhali') =>
  sentences([`${start} ${reach(company)}.`, openingHours(company)])
const unknownRule =
  (about: string) =>
  ({ company }: AnswerData) => ({
    text: sentences([`Sina habari kuhusu ${about}.`, askOffice(company)]),
  })

function pricesAnswer(packages: AnswerData['packages']): string {
  if (packages.length === 0) return 'Kwa sasa hakuna bundle za wifi zinazouzwa.'
  const list = packages.map(
    (one) => `${one.data}, ${one.duration}, ${formatBundlePrice(one.price)}`,
  )
  return `Bundle za wifi: ${list.join('; ')}. Bundle inaanza ukilipa, na inaisha muda au data yake ikiisha.`
}

function freeRoomsAnswer(rates: number[]): string {
  const [lowest = 0] = rates
  const highest = rates.at(-1) ?? 0
  if (rates.length === 0) return 'Kwa sasa hakuna chumba chenye nafasi.'
  const range = lowest === highest ? ksh(lowest) : `${ksh(lowest)} hadi ${ksh(highest)}`
  return rates.length === 1
    ? `Chumba kimoja kina nafasi, kwa ${range} kwa mwezi.`
    : `Vyumba ${rates.length} vina nafasi, kwa ${range} kwa mwezi, kulingana na chumba.`
}

const ownDataHint = ({ name }: AnswerData) =>
  name === null
    ? 'Ukiingia kwa akaunti yako, naweza pia kukuambia unadaiwa ngapi, namba yako ya akaunti na code yako ya wifi.'
    : 'Unaweza pia kuniuliza unadaiwa ngapi, namba yako ya akaunti au code yako ya wifi.'

const inDanger = 'Mtu akiwa hatarini, piga 999 au 112.'

const answers: AnswerTable['answers'] = {
  greeting: (data) => ({
    text: `Habari${data.name === null ? '' : ` ${data.name}`}. Niulize kuhusu kodi, wifi, vyumba au ofisi. ${ownDataHint(data)}`,
  }),
  thanks: () => ({ text: 'Karibu. Niulize wakati wowote ukihitaji kitu.' }),
  what_can_you_do: (data) => ({
    text: `Naweza kukusaidia na kodi na malipo, wifi, vyumba na kuhama, na kukuambia umpigie nani kitu kikiharibika ${data.company.name}. ${ownDataHint(data)}`,
  }),
  pay_rent: ({ paybill }) => ({
    text: `Chagua Rent payment kwenye menu, na simu yako itakuomba PIN ya M-Pesa. Unaweza pia kulipa kwa M-Pesa, paybill ${paybill}: kwenye account, andika namba yako ya akaunti.`,
    button: { flow: 'rent' },
  }),
  paybill: ({ paybill }) => ({
    text: `Paybill yetu ni ${paybill}. Kwenye account, andika namba yako ya akaunti: iko kwenye ukurasa wako wa kwanza, na naweza kukuambia ukishaingia kwa akaunti yako.`,
  }),
  due_date: () => ({
    text: 'Kodi inafaa kulipwa tarehe 1 ya kila mwezi. Ukurasa wako wa kwanza unaonyesha unachodaiwa.',
  }),
  late_rent: ({ company, lateFee, promises }) => ({
    text: `Kodi inafaa kulipwa tarehe 1. Isiyolipwa inasongezwa hadi mwezi unaofuata${lateFee ? `. Kuanzia kodi ya ${monthAndYear(lateFee.from_month)}, ${swahiliTermsText(lateFee)}` : '; hakuna faini.'} Ukiona mwezi utakuwa mgumu, ${promises ? 'ahidi siku ya kulipa kwa Pay later, au ' : ''}ambia ofisi mapema: ${reach(company)}.`,
    ...(promises && { button: { flow: 'promise' } }),
  }),
  lost_payment: ({ company }) => ({
    text: steps('Tutafute malipo yako. Tafadhali usilipe tena kwa sasa.', [
      'Angalia SMS zako: M-Pesa hutuma SMS yenye code kwa kila malipo. Hakuna SMS? Basi huenda pesa haijatoka kwa simu yako.',
      'Subiri dakika chache. Tunaendelea kuuliza M-Pesa.',
      'Bonyeza Find my payment na ubandike ile SMS: utaona kama malipo yamefika, na yako wapi.',
      'Ulilipia wifi? Chagua Wifi, halafu "Paid, but no code?", na ubandike ile SMS.',
      `Bado hayaonekani? Ofisi inaweza kuyapata kwa code iliyo kwa SMS: ${reach(company)}.`,
    ]),
    button: { page: 'claims' },
  }),
  push_problem: ({ company, paybill }) => ({
    text: steps('Ombi la PIN ya M-Pesa lisipokuja, au malipo yakikataa:', [
      'Kwanza angalia SMS zako. M-Pesa ikisema umelipa, usilipe tena: malipo yataonekana hapa baada ya dakika chache.',
      'Hakikisha simu iko wazi, ina network na pesa za kutosha kwenye M-Pesa, na namba uliyoandika ni sahihi.',
      'Anza tena kwenye menu, na uweke PIN mara tu unapoulizwa.',
      `Au lipa kwa M-Pesa mwenyewe: paybill ${paybill}, na namba yako ya akaunti.`,
      `Bado imekwama? Tafadhali ${reach(company)}.`,
    ]),
    button: { flow: 'rent' },
  }),
  wrong_payment: ({ company }) => ({
    text: sentences([
      'Ni ofisi tu inayoweza kurekebisha hilo. Kuwa na SMS ya M-Pesa karibu.',
      askOffice(company),
    ]),
  }),
  part_payment: ({ paybill }) => ({
    text: `Ndiyo, unaweza kulipa kiasi chochote. Kinachobaki kinasongezwa hadi mwezi unaofuata, na unacholipa zaidi kinawekewa mwezi huo. Mtu mwingine pia anaweza kukulipia, kwa simu yoyote: paybill ${paybill}, na namba yako ya akaunti.`,
    button: { flow: 'rent' },
  }),
  receipt: () => ({
    text: 'Kila malipo yana risiti. Fungua Transaction history na ubonyeze Receipt kando ya malipo.',
    button: { page: 'transactions' },
  }),
  buy_wifi: ({ packages, company }) =>
    packages.length > 0
      ? {
          text: 'Chagua Wifi kwenye menu, chagua bundle na uweke PIN yako ya M-Pesa kwa simu. Code itakuja hapa baada ya sekunde chache, na itabaki kwenye My wifi.',
          button: { flow: 'wifi' },
        }
      : { text: sentences([pricesAnswer(packages), askOffice(company)]) },
  wifi_prices: ({ packages }) => ({
    text: pricesAnswer(packages),
    ...(packages.length > 0 && { button: { flow: 'wifi' } }),
  }),
  use_wifi: ({ company }) => ({
    text: `Jiunge na wifi${company.wifi_network ? ` ya ${company.wifi_network}` : ''}, fungua ukurasa wowote, na uandike code yako unapoulizwa. Code zako ziko kwenye My wifi.`,
    button: { page: 'wifi' },
  }),
  wifi_problem: ({ company }) => ({
    text: steps('Jaribu hivi:', [
      'Angalia My wifi: bundle yako bado ina muda na data?',
      'Code moja inafanya kazi kwa kifaa kimoja kwa wakati mmoja. Log out kwa kifaa kingine kwanza, au subiri dakika 15.',
      `Zima wifi ya simu uiwashe tena, jiunge na ${company.wifi_network ?? 'network'} tena na uandike code.`,
      `Bado iko slow, au haifanyi kazi? Tafadhali ${reach(company)}.`,
    ]),
    button: { page: 'wifi' },
  }),
  wifi_code: () => ({
    text: 'Code zako ziko kwenye My wifi. Imekataa? Angalia kila herufi, na kama muda au data ya bundle haijaisha; code moja inafanya kazi kwa kifaa kimoja kwa wakati mmoja. Umelipa lakini hujapata code? Naweza kuitafuta kwa SMS ya M-Pesa.',
    button: { flow: 'lost_code' },
  }),
  wifi_devices: () => ({
    text: 'Code moja inafanya kazi kwa kifaa kimoja kwa wakati mmoja. Log out kwa kifaa cha kwanza, halafu cha pili kinaweza kuitumia. Kwa vifaa viwili pamoja, nunua bundle mbili.',
  }),
  services: ({ services, company }) => ({
    text: sentences([
      servicesAnswer(services) || 'Sina orodha ya huduma.',
      askOffice(company, 'Kwa swali lingine,'),
    ]),
  }),
  hours: ({ company }) => ({
    text: company.hours
      ? sentences([openingHours(company), `Tafadhali ${reach(company)}.`])
      : askOffice(company, 'Sijui saa za ofisi. Tafadhali'),
  }),
  quiet_hours: ({ company }) => ({
    text: `Kimya ni kutoka 10 PM hadi 6 AM, na siku nzima wiki ya mitihani. Wageni wanakaribishwa hadi 10 PM. Kuhusu geti au sheria zingine, tafadhali ${reach(company)}.`,
    button: { page: 'terms' },
  }),
  hot_water: unknownRule('saa za maji ya moto'),
  room_prices: ({ freeRooms, company }) => ({
    text: sentences([
      freeRoomsAnswer(freeRooms),
      freeRooms.length > 0
        ? 'Bonyeza Move in uone kila chumba na kodi yake.'
        : askOffice(company, 'Kujua kitakapopatikana,'),
    ]),
    ...(freeRooms.length > 0 && { button: { page: 'onboard' } }),
  }),
  free_rooms: (data) => answers.room_prices(data),
  change_room: ({ company }) => ({
    text: `Tafadhali uliza ofisi: watakuhamisha kukiwa na chumba kingine chenye nafasi. Kodi ya mwezi huu haibadiliki; kodi ya chumba kipya inaanza tarehe 1 ya mwezi ujao. ${askOffice(company)}`,
  }),
  room_facts: ({ company }) => ({
    text: sentences([
      'Sina maelezo ya vyumba. Move in inaonyesha vyumba vyenye nafasi na kodi zake.',
      askOffice(company, 'Kwa mengine,'),
    ]),
    button: { page: 'onboard' },
  }),
  move_in: () => ({
    text: 'Bonyeza Move in, jaza fomu na uchague chumba chenye nafasi. Mwishoni utapata namba yako ya akaunti ya kulipa kodi.',
    button: { page: 'onboard' },
  }),
  move_out: ({ company }) => ({
    text: `Nafasi ni yako hadi siku uliyotaja ulipohamia. Ukitaka kuondoka mapema au kukaa zaidi, ambia ofisi mapema iwezekanavyo: ${reach(company)}. Kodi iliyofika kufikia siku hiyo bado unadaiwa; hakuna inayoongezwa baadaye. Ukiwa umelipa zaidi, ofisi itamalizana na wewe.`,
    button: { page: 'terms' },
  }),
  deposit: ({ company, deposit }) => ({
    text: asksForDeposit(deposit)
      ? `Ukihamia unalipa deposit ya ${deposit.amount !== null ? ksh(deposit.amount) : `kodi ya miezi ${deposit.months}`}, mbali na kodi. Unarudishiwa ndani ya siku ${deposit.days} baada ya kuhama, ukitoa gharama za uharibifu au kodi isiyolipwa. Ukurasa wako wa nyumbani unaonyesha kilichowekwa. Ilipe hapo au ofisini, si kwa mtu getini.`
      : `Hatuchukui deposit isipokuwa tulikubaliana kwa maandishi. Hakuna anayeruhusiwa kukuomba deposit getini au kwa simu. Tulikubaliana? Basi tafadhali ${reach(company)}.`,
    button: { page: 'terms' },
  }),
  visitors: ({ company }) => ({
    text: `Wageni wanakaribishwa hadi 10 PM; wanajiandikisha getini wakiingia na wakitoka. Mgeni akitaka kulala, tafadhali uliza ofisi kwanza: ${reach(company)}.`,
  }),
  repair: ({ company }) => ({
    text: `Ambia ofisi ni chumba gani na nini kimeharibika. ${askOffice(company)}`,
    contact: askOffice(company),
  }),
  complaint: ({ company }) => ({
    text: `Pole kwa hilo. Ambia ofisi nini kinaendelea, wapi na lini. ${askOffice(company)} ${inDanger}`,
    contact: askOffice(company),
  }),
  theft: ({ company }) => ({
    text: `Pole sana. Ambia ofisi mara moja nini kimepotea, kilikuwa wapi na tangu lini. ${askOffice(company)} ${inDanger}`,
  }),
  emergency: ({ company }) => ({
    text: `Mtu akiwa hatarini au ameumia vibaya, piga 999 au 112 sasa hivi. Halafu tuambie: ${reach(company)}.`,
  }),
  human: ({ company }) => ({
    text: sentences([`Tafadhali ${reach(company)}.`, where(company), openingHours(company)]),
  }),
  address: ({ company }) => ({
    text: sentences([where(company) || 'Sijui anwani.', askOffice(company, 'Kuelekezwa njia,')]),
  }),
  about: ({ company, services }) => ({
    text: sentences([
      `${company.name}: ${company.tagline}`,
      where(company),
      servicesAnswer(services),
      `Tafadhali ${reach(company)}.`,
    ]),
  }),
  posts: () => ({
    text: 'Bonyeza Advertise, andika kichwa na maelezo, na uweke picha. Ofisi huangalia kila post kabla ionekane kwenye Services, ambapo wengine wanaweza kutoa maoni au kukuandikia. Post au comment ina shida? Bonyeza Report.',
    button: { page: 'advertise' },
  }),
  password: ({ name, company }) =>
    name === null
      ? {
          text: `Bonyeza "Forgotten your password?" kwenye ukurasa wa Log in, na tutatuma link kwa email yako. Hujawahi kuibadilisha? Basi ni namba yako ya kitambulisho. Hukutupa email? Ofisi inaweza kukuwekea nyingine: ${reach(company)}.`,
          button: { page: 'forgot' },
        }
      : {
          text: 'Unaweza kuchagua password mpya kwenye profile yako.',
          button: { page: 'profile' },
        },
  login: ({ company }) => ({
    text: `Username yako ni namba yako ya simu au email; kama hujaibadilisha, password yako ni namba yako ya kitambulisho. Ukikosea mara kadhaa, subiri dakika 15. Umeisahau? Ibadilishe kwa email, au ${reach(company)}.`,
    button: { page: 'forgot' },
  }),
  account_details: ({ company }) => ({
    text: `Unaweza kubadilisha jina, email, password na picha kwenye profile yako. Kubadilisha namba ya simu, au kufunga akaunti, tafadhali ${reach(company)}.`,
    button: { page: 'profile' },
  }),
  privacy: () => ({
    text: 'Ni wewe na ofisi tu mnaoweza kuona malipo yako, picha na kitambulisho chako, na kila mara picha au kitambulisho chako kikiangaliwa huandikwa. Terms zinaeleza tunachoweka kukuhusu na kwa nini, na sheria za hosteli.',
    button: { page: 'terms' },
  }),
  house_rules: () => ({
    text: 'Kimya ni kutoka 10 PM hadi 6 AM, wageni ni hadi 10 PM, na hairuhusiwi kuvuta sigara, kutumia dawa za kulevya au kuwasha moto ndani. Zingine ziko kwenye terms.',
    button: { page: 'terms' },
  }),
  chat: () => ({
    text: 'Chat inahusu post moja, na ni nyinyi wawili tu mnaoweza kuisoma. Kuanza, fungua post kwenye Services na umwandikie aliyeiweka; unaweza pia kumblock hapo. Comments chini ya post zinaonekana na wote. Hakuna group chat.',
  }),
  room_mates: ({ company }) => ({
    text: `Unachagua chumba mwenyewe unapohamia, kati ya vyenye nafasi. Ni ofisi tu inayoweza kukuambia nani mwingine anakaa humo. ${askOffice(company)}`,
    button: { page: 'onboard' },
  }),
  papers: ({ company }) => ({
    text: `Fomu ya Move in inauliza namba ya kitambulisho au passport, registration number, college yako na mtu wa kupigiwa kwa dharura. Unaweza pia kuweka picha yako na ya kitambulisho. ${askOffice(company, 'Kwa mengine,')}`,
    button: { page: 'onboard' },
  }),
  viewing: ({ company }) => ({
    text: `Ukitaka kuona chumba kabla ya kuchagua, tafadhali uliza ofisi ni saa ngapi unaweza kuja. ${askOffice(company)} Move in inaonyesha vyumba vyenye nafasi na kodi zake.`,
    button: { page: 'onboard' },
  }),
  cash: ({ company, paybill }) => ({
    text: `Kodi inalipwa kwa M-Pesa: chagua Rent payment kwenye menu, au utumie paybill ${paybill} na namba yako ya akaunti. Kwa cash, kadi au benki, tafadhali uliza ofisi kwanza: ${reach(company)}.`,
    button: { flow: 'rent' },
  }),
  security: ({ company }) => ({
    text: `Kuna mlinzi getini, na wageni wanajiandikisha wakiingia na wakitoka. ${askOffice(company, 'Kwa mengine kuhusu usalama,')} ${inDanger}`,
  }),
  rent_covers: ({ company }) => ({
    text: `Wifi si sehemu ya kodi: inauzwa kwa bundle. Sina habari kuhusu mengine ambayo kodi inalipia, kama maji au stima. ${askOffice(company)}`,
  }),
  pets: unknownRule('wanyama'),
  parking: unknownRule('maegesho'),
  mail: unknownRule('vifurushi na barua'),
  cooking: unknownRule('kupika au jikoni'),
  gym: unknownRule('gym'),
  pool: unknownRule('bwawa la kuogelea'),
  study_room: unknownRule('chumba cha kusomea'),
  lift: unknownRule('lifti'),
  tv_room: ({ company }) => ({
    text: `Ndiyo, kuna chumba cha TV cha pamoja, ghorofani. ${askOffice(company, 'Kwa mengine,')}`,
  }),
  generator: unknownRule('jenereta'),
  cctv: unknownRule('CCTV'),
  water_tank: ({ company }) => ({
    text: `Tuna matangi mawili ya maji, kwa hivyo kuna maji hata mji ukikosa. ${askOffice(company, 'Kwa mengine,')}`,
  }),
  alcohol: ({ company }) => ({
    text: `Hairuhusiwi kuvuta sigara, kutumia dawa za kulevya au kuwasha moto ndani ya hosteli, na kimya ni kutoka 10 PM. Kwa sherehe au pombe, tafadhali uliza ofisi kwanza: ${reach(company)}.`,
    button: { page: 'terms' },
  }),
}

const own: AnswerTable['own'] = {
  logIn: 'Tafadhali ingia kwa akaunti yako kwanza, halafu naweza kukuangalizia.',
  lateFee: (month) => `ada ya kuchelewa kulipa kodi ya ${month}`,
  balanceParts: (before, rent, fees, others, paid) =>
    `Salio la nyuma ${before}, kodi ya mwezi huu ${rent}${fees.map((fee) => `, ${fee}`).join('')}${others ? `, marekebisho ${others}` : ''}, umelipa mwezi huu ${paid}.`,
  owed: (sum) => `Unadaiwa ${sum} sasa.`,
  credit: (sum) => `Hudaiwi kitu: umelipa ${sum} zaidi.`,
  paidUp: 'Hudaiwi kitu: umelipa yote.',
  due: swahiliDue,
  agreed: (kind, sum, when, days_after) => {
    const by = when
      ? `kufikia ${when}`
      : days_after
        ? `ndani ya siku ${days_after} baada ya HELB kuja`
        : 'HELB ikija'
    return kind === 'promise'
      ? `Uliahidi kulipa ${sum} ${by}.`
      : `Kwa mpango wako unalipa ${sum} ${by}.`
  },
  accountNumber: (account, paybill) =>
    `Namba yako ya akaunti ni ${account}. Itumie ukilipa kwa paybill ${paybill}.`,
  noPayment: 'Bado hatuna malipo yako yoyote.',
  lastPayment: (sum, purpose, account, paid, receipt) =>
    `Malipo yako ya mwisho yalikuwa ${sum} ya ${purpose === 'rent' ? 'kodi' : purpose}${account === null ? '' : ` ya akaunti ${account}`}, ${paid}. ${receipt ? `Risiti ya M-Pesa ${receipt}` : 'M-Pesa bado haijatuma risiti'}.`,
  history: 'Transaction history inaonyesha yote uliyolipa, mwezi kwa mwezi.',
  room: (room, rent) => `Uko chumba ${room}, kwa ${rent} kwa mwezi.`,
  noRoom: 'Kwa sasa huna chumba.',
  nextRent: (from, rent) => `Kuanzia ${from} kodi yako itakuwa ${rent} kwa mwezi.`,
  nextRoom: (from, room, rent) => `Kuanzia ${from} utakuwa chumba ${room}, kwa ${rent} kwa mwezi.`,
  leavesOn: (day) => `Nafasi yako itakuwa wazi ${day}.`,
  wifiCode: (bundle, code, left, until) =>
    `Code ya bundle yako ya wifi ya ${bundle} ni ${code}: imebaki ${left}, hadi ${until}.`,
  wifiCodes: 'Bundle na code zako ziko kwenye My wifi.',
  noBundle: 'Kwa sasa huna bundle ya wifi inayotumika.',
}

const questions: AnswerTable['questions'] = [
  ['pay_rent', 'Nitalipaje kodi?'],
  ['human', 'Nataka kuongea na mtu'],
  ['repair', 'Nitaripoti wapi kitu kimeharibika?'],
  ['lost_payment', 'Nimelipa lakini balance haijabadilika'],
  ['wifi_problem', 'Wifi haifanyi kazi'],
  ['wifi_prices', 'Wifi ni bei gani?'],
  ['use_wifi', 'Nitaunganishaje wifi?'],
  ['wifi_code', 'Nimepoteza code ya wifi'],
  ['balance', 'Nadaiwa pesa ngapi?'],
  ['receipt', 'Risiti yangu iko wapi?'],
  ['paybill', 'Namba ya paybill ni gani?'],
  ['wrong_payment', 'Nimelipa mara mbili kwa makosa'],
  ['part_payment', 'Naweza kulipa kodi kidogo kidogo?'],
  ['hours', 'Ofisi inafunguliwa saa ngapi?'],
  ['free_rooms', 'Kuna chumba chenye nafasi?'],
  ['change_room', 'Naweza kubadilisha chumba?'],
  ['move_in', 'Nitajiunga vipi na hosteli?'],
  ['move_out', 'Nataka kuondoka hosteli, nifanyeje?'],
  ['visitors', 'Wageni wanaruhusiwa?'],
  ['hot_water', 'Maji ya moto yanapatikana saa ngapi?'],
  ['quiet_hours', 'Geti linafungwa saa ngapi?'],
  ['services', 'Mna huduma gani?'],
  ['posts', 'Nitawekaje tangazo?'],
  ['password', 'Nimesahau password'],
  ['complaint', 'Nitalalamikia wapi kelele au uchafu?'],
  ['pets', 'Naweza kukaa na mbwa au paka?'],
  ['parking', 'Naweza kuegesha wapi?'],
  ['mail', 'Mizigo inapokelewa wapi?'],
  ['alcohol', 'Pombe au sigara zinaruhusiwa?'],
  ['room_facts', 'Chumba kina samani gani?'],
  ['deposit', 'Kuna deposit?'],
  ['due_date', 'Kodi inalipwa lini?'],
  ['late_rent', 'Nikichelewa kulipa kodi itakuwaje?'],
  ['push_problem', 'Ombi la PIN ya M-Pesa halikuja'],
  ['buy_wifi', 'Nitanunuaje wifi?'],
  ['wifi_devices', 'Naweza kutumia code moja kwa simu mbili?'],
  ['wifi_left', 'Data yangu imebaki ngapi?'],
  ['room_prices', 'Chumba ni bei gani?'],
  ['own_room', 'Niko chumba gani?'],
  ['theft', 'Nimeibiwa kitu'],
  ['emergency', 'Nifanye nini kwa dharura?'],
  ['address', 'Mko wapi?'],
  ['about', 'Nani anamiliki hosteli?'],
  ['login', 'Siwezi kulogin'],
  ['account_details', 'Nitabadilishaje namba yangu ya simu?'],
  ['privacy', 'Nani anaona taarifa zangu?'],
  ['history', 'Nitaona wapi malipo yangu yote?'],
  ['house_rules', 'Sheria za hosteli ni zipi?'],
  ['viewing', 'Naweza kuona chumba kwanza?'],
  ['papers', 'Nahitaji nyaraka gani kuhamia?'],
  ['room_mates', 'Nitakaa na nani chumbani?'],
  ['cash', 'Naweza kulipa kodi kwa cash?'],
  ['rent_covers', 'Kodi inajumuisha nini?'],
  ['security', 'Hosteli iko salama?'],
  ['chat', 'Nitachat vipi na muuzaji?'],
]

export const swahili: AnswerTable = { answers, serviceAnswer, own, questions }
