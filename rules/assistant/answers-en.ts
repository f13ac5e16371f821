import { asksForDeposit, depositRuleText } from '../deposit.ts'
import { englishDue } from '../due.ts'
import { monthAndYear } from '../fee.ts'
import { termsText } from '../late-fee.ts'
import { ksh } from '../money.ts'
import { formatBundlePrice } from '../wifi.ts'
import { type AnswerData, type AnswerTable, sentences, steps } from './answers.ts'

type Company = AnswerData['company']

const comingSoon = (coming_soon: boolean) => (coming_soon ? ' (coming soon)' : '')

const serviceAnswer = ({ name, description, coming_soon }: AnswerData['services'][number]) =>
  sentences([`${name}${comingSoon(coming_soon)}:`, description])

const servicesAnswer = (services: AnswerData['services']) =>
  services.length > 0
    ? `We offer: ${services.map((one) => one.name + comingSoon(one.coming_soon)).join(', ')}.`
    : ''

/** `call 0709 000 123 or write to hello@acacia.example`; `ask at the office` when neither is known. */
function reach({ phone, email }: Company): string {
  const ways = [phone && `call ${phone}`, email && `write to ${email}`].filter(Boolean)
  return ways.length > 0 ? ways.join(' or ') : 'ask at the office'
}
const openingHours = ({ hours }: Company) => hours && `Support hours: ${hours}.`
const where = ({ name, address }: Company) => address && `${name} is at ${address}.`
/** The end of an answer that only the office can complete. */
const askOffice = (company: Company, start = 'Please') =>
  sentences([`${start} ${reach(company)}.`, openingHours(company)])
const unknownRule =
  (about: string) =>
  ({ company }: AnswerData) => ({
    text: sentences([`I don’t have any information about ${about}.`, askOffice(company)]),
  })

function pricesAnswer(packages: AnswerData['packages']): string {
  if (packages.length === 0) return 'No wifi bundles are sold at the moment.'
  const list = packages.map(
    (one) => `${one.data} for ${one.duration}, ${formatBundlePrice(one.price)}`,
  )
  return `Wifi bundles: ${list.join('; ')}. A bundle starts when you pay and ends with its time or its data, whichever runs out first.`
}

function freeRoomsAnswer(rates: number[]): string {
  const [lowest = 0] = rates
  const highest = rates.at(-1) ?? 0
  if (rates.length === 0) return 'No place is free at the moment.'
  const range = lowest === highest ? ksh(lowest) : `${ksh(lowest)} to ${ksh(highest)}`
  return rates.length === 1
    ? `One room has a free place, at ${range} a month per person.`
    : `${rates.length} rooms have a free place, at ${range} a month per person, depending on the room.`
}

const ownDataHint = ({ name }: AnswerData) =>
  name === null
    ? 'Log in, and I can also tell you what you owe, your account number and your wifi code.'
    : 'You can also ask me what you owe, or for your account number or wifi code.'

const answers: AnswerTable['answers'] = {
  greeting: (data) => ({
    text: `Habari${data.name === null ? '' : ` ${data.name}`}. Ask me about rent, wifi, rooms or the office. ${ownDataHint(data)}`,
  }),
  thanks: () => ({ text: 'Karibu. Ask me whenever you need something.' }),
  what_can_you_do: (data) => ({
    text: `I can help with rent and payments, wifi, rooms and moving, and tell you who to call when something breaks at ${data.company.name}. ${ownDataHint(data)}`,
  }),
  pay_rent: ({ paybill }) => ({
    text: `Choose Rent payment in the menu, and your phone asks for your M-Pesa PIN. You can also pay by M-Pesa to paybill ${paybill}, using your account number as the account number.`,
    button: { flow: 'rent' },
  }),
  paybill: ({ paybill }) => ({
    text: `Our paybill is ${paybill}. As the account, type your own account number: it’s on your home page, and I can tell you once you’re logged in.`,
  }),
  due_date: () => ({
    text: 'Rent is due on the 1st of each month. Your home page shows what you owe.',
  }),
  late_rent: ({ company, lateFee, promises }) => ({
    text: `Rent is due on the 1st. What isn’t paid is carried over to the next month${lateFee ? `. For the rent of ${monthAndYear(lateFee.from_month)} and later: ${termsText(lateFee)}` : '; there are no fees on top.'} If you can’t pay on time one month, ${promises ? 'promise a day with Pay later, or ' : ''}tell the office beforehand: ${reach(company)}.`,
    ...(promises && { button: { flow: 'promise' } }),
  }),
  lost_payment: ({ company }) => ({
    text: steps('Let’s find your payment. Please don’t pay again yet.', [
      'Check your SMS: M-Pesa confirms every payment with a code. No SMS? Then most likely no money has left your phone.',
      'Wait a few minutes. We keep checking with M-Pesa.',
      'Press Find my payment and paste the SMS: you’ll see whether it has arrived, and where it is.',
      'Paid for wifi? Choose Wifi, then “Paid, but no code?”, and paste the SMS.',
      `Still missing? The office can find it by the M-Pesa code: ${reach(company)}.`,
    ]),
    button: { page: 'claims' },
  }),
  push_problem: ({ company, paybill }) => ({
    text: steps('If M-Pesa’s PIN prompt doesn’t come, or the payment fails:', [
      'Check your SMS first. If M-Pesa says that you’ve paid, don’t pay again: the payment will show here in a few minutes.',
      'Unlock the phone, make sure that it has network and enough money in M-Pesa, and check the number you typed.',
      'Start again from the menu, and type your PIN as soon as you are asked.',
      `Or use the M-Pesa menu: pay to paybill ${paybill}, with your own account number.`,
      `Still stuck? Please ${reach(company)}.`,
    ]),
    button: { flow: 'rent' },
  }),
  wrong_payment: ({ company }) => ({
    text: sentences([
      'Only the office can sort that out. Have the M-Pesa SMS ready.',
      askOffice(company),
    ]),
  }),
  part_payment: ({ paybill }) => ({
    text: `Yes, you can pay any amount. What’s left is carried over to next month, and what you pay ahead is kept for it. Someone else can pay for you too, from any phone: paybill ${paybill}, with your account number.`,
    button: { flow: 'rent' },
  }),
  receipt: () => ({
    text: 'Every payment has a receipt. Open your transaction history and press Receipt beside the payment.',
    button: { page: 'transactions' },
  }),
  buy_wifi: ({ packages, company }) =>
    packages.length > 0
      ? {
          text: 'Choose Wifi in the menu, pick a bundle and type your M-Pesa PIN on your phone. The code appears here a few seconds later, and stays under My wifi.',
          button: { flow: 'wifi' },
        }
      : { text: sentences(['No wifi bundles are sold at the moment.', askOffice(company)]) },
  wifi_prices: ({ packages }) => ({
    text: pricesAnswer(packages),
    ...(packages.length > 0 && { button: { flow: 'wifi' } }),
  }),
  use_wifi: ({ company }) => ({
    text: `Join the wifi${company.wifi_network ? ` network ${company.wifi_network}` : ''}, open any website, and enter your code when it asks for it. Your codes are under My wifi.`,
    button: { page: 'wifi' },
  }),
  wifi_problem: ({ company }) => ({
    text: steps('Try this:', [
      'Look under My wifi: does your bundle still have time and data?',
      'A code works on one device at a time. Log out on the other device first, or wait 15 minutes.',
      `Turn your wifi off and on, join ${company.wifi_network ?? 'the network'} again and type the code.`,
      `Still slow, or not working? Please ${reach(company)}.`,
    ]),
    button: { page: 'wifi' },
  }),
  wifi_code: () => ({
    text: 'Your codes are under My wifi. Code not working? Check each letter, and that the bundle’s time or data isn’t used up; a code works on one device at a time. Paid, but no code? I can find it by M-Pesa’s SMS.',
    button: { flow: 'lost_code' },
  }),
  wifi_devices: () => ({
    text: 'A code works on one device at a time. Log out on the first device, and the second can use it. For two at once, buy two bundles.',
  }),
  services: ({ services, company }) => ({
    text: sentences([
      servicesAnswer(services) || 'I don’t have a list of services.',
      askOffice(company, 'To ask about anything else,'),
    ]),
  }),
  hours: ({ company }) => ({
    text: company.hours
      ? sentences([openingHours(company), `You can ${reach(company)}.`])
      : askOffice(company, 'I don’t know the office’s hours. Please'),
  }),
  quiet_hours: ({ company }) => ({
    text: `Quiet hours are from 10 PM to 6 AM, and all day in exam week. Visitors are welcome until 10 PM. For anything else about the gate or the rules, please ${reach(company)}.`,
    button: { page: 'terms' },
  }),
  hot_water: unknownRule('hot water hours'),
  room_prices: ({ freeRooms, company }) => ({
    text: sentences([
      freeRoomsAnswer(freeRooms),
      freeRooms.length > 0
        ? 'Press Move in to see each room with its rent.'
        : askOffice(company, 'To find out when one is free,'),
    ]),
    ...(freeRooms.length > 0 && { button: { page: 'onboard' } }),
  }),
  free_rooms: (data) => answers.room_prices(data),
  change_room: ({ company }) => ({
    text: `Please ask the office: they can move you when another room is free. This month’s rent stays as it is, and the new room’s rent applies from the 1st of next month. ${askOffice(company)}`,
  }),
  room_facts: ({ company }) => ({
    text: sentences([
      'I don’t have a description of the rooms. Move in shows the free ones with their rents.',
      askOffice(company, 'For anything else,'),
    ]),
    button: { page: 'onboard' },
  }),
  move_in: () => ({
    text: 'Press Move in, fill in the form and pick a free room. You get your account number for the rent at the end.',
    button: { page: 'onboard' },
  }),
  move_out: ({ company }) => ({
    text: `The room is yours until the end date you chose when you moved in. To leave sooner or stay longer, tell the office as early as you can: ${reach(company)}. You still owe any rent due by then; none is added after that. If you’ve paid too much, the office will settle it with you.`,
    button: { page: 'terms' },
  }),
  deposit: ({ company, deposit }) => ({
    text: asksForDeposit(deposit)
      ? `A deposit of ${depositRuleText(deposit)} is asked when you move in, besides the rent. You get it back within ${deposit.days} days after moving out, less what is deducted for damage or unpaid rent. Your home page shows what is held. Pay it there or at the office, and to nobody at the gate.`
      : `We take no deposit unless we’ve agreed on one with you in writing. Nobody at the gate or on the phone may ask you for one. Did you agree on one? Then please ${reach(company)}.`,
    button: { page: 'terms' },
  }),
  visitors: ({ company }) => ({
    text: `Visitors are welcome until 10 PM; they sign in and out at the gate. To have someone stay overnight, please ask the office first: ${reach(company)}.`,
  }),
  repair: ({ company }) => ({
    text: `Tell the office which room it is and what’s wrong. ${askOffice(company)}`,
    contact: askOffice(company),
  }),
  complaint: ({ company }) => ({
    contact: askOffice(company),
    text: `I’m sorry about that. Tell the office what is happening, where and when. ${askOffice(company)} If someone is in danger, call 999 or 112.`,
  }),
  theft: ({ company }) => ({
    text: `I’m sorry. Tell the office at once what is missing, where it was and when you noticed. ${askOffice(company)} If someone is in danger, call 999 or 112.`,
  }),
  emergency: ({ company }) => ({
    text: `If someone is in danger or badly hurt, call 999 or 112 now. Then tell us: ${reach(company)}.`,
  }),
  human: ({ company }) => ({
    text: sentences([`You can ${reach(company)}.`, where(company), openingHours(company)]),
  }),
  address: ({ company }) => ({
    text: sentences([
      where(company) || 'I don’t know the address.',
      askOffice(company, 'For directions,'),
    ]),
  }),
  about: ({ company, services }) => ({
    text: sentences([
      `${company.name}: ${company.tagline}`,
      where(company),
      servicesAnswer(services),
      `You can ${reach(company)}.`,
    ]),
  }),
  posts: () => ({
    text: 'Press Advertise, write a title and a description and add a picture. Staff look at each post before it appears under Services, where others can comment on it or write to you. Something wrong with a post or comment? Press Report.',
    button: { page: 'advertise' },
  }),
  password: ({ name, company }) =>
    name === null
      ? {
          text: `Press “Forgotten your password?” on the login page, and we send a link to your email. Never changed it? Then it’s your ID number. No email on your account? The office can reset it: ${reach(company)}.`,
          button: { page: 'forgot' },
        }
      : {
          text: 'You can choose a new password in your profile.',
          button: { page: 'profile' },
        },
  login: ({ company }) => ({
    text: `Your username is your phone number or email; until you change it, your password is your ID number. After several wrong tries, wait 15 minutes. Forgotten it? Reset it by email, or ${reach(company)}.`,
    button: { page: 'forgot' },
  }),
  account_details: ({ company }) => ({
    text: `You can change your name, email, password and picture in your profile. For your phone number, or to close your account, please ${reach(company)}.`,
    button: { page: 'profile' },
  }),
  privacy: () => ({
    text: 'Only you and the residence’s staff can see your payments, photo and ID, and each time staff open your photo or ID, it is logged. The terms say what we keep about you and why, and what the residence’s rules are.',
    button: { page: 'terms' },
  }),
  house_rules: () => ({
    text: 'Quiet from 10 PM to 6 AM, visitors until 10 PM, and no smoking, drugs or open fires indoors. The terms have the rest.',
    button: { page: 'terms' },
  }),
  chat: () => ({
    text: 'A chat is about one post, and only its two people can read it. To begin one, open the post under Services and write to its author; you can also block someone there. Comments below a post are for everyone to see. There is no group chat.',
  }),
  room_mates: ({ company }) => ({
    text: `You pick your own room when you move in, among those with a free place. Who else lives in it, only the office can tell you. ${askOffice(company)}`,
    button: { page: 'onboard' },
  }),
  papers: ({ company }) => ({
    text: `The Move in form asks for your ID or passport number, your registration number, your college and an emergency contact. Photos of you and of your ID can be added. ${askOffice(company, 'For anything else,')}`,
    button: { page: 'onboard' },
  }),
  viewing: ({ company }) => ({
    text: `To see a room before you choose, please ask the office for a time. ${askOffice(company)} Move in shows the free rooms with their rents.`,
    button: { page: 'onboard' },
  }),
  cash: ({ company, paybill }) => ({
    text: `Rent is paid by M-Pesa: choose Rent payment in the menu, or use paybill ${paybill} with your account number. For cash, a card or a bank, please ask the office first: ${reach(company)}.`,
    button: { flow: 'rent' },
  }),
  security: ({ company }) => ({
    text: `There’s a guard at the gate, and visitors sign in and out. ${askOffice(company, 'For anything else about safety,')} If someone is in danger, call 999 or 112.`,
  }),
  rent_covers: ({ company }) => ({
    text: `Wifi isn’t part of the rent: it’s sold in bundles. I don’t have any information about what else the rent covers, such as water or power. ${askOffice(company)}`,
  }),
  pets: unknownRule('pets'),
  parking: unknownRule('parking'),
  mail: unknownRule('parcels and letters'),
  cooking: unknownRule('cooking or a kitchen'),
  gym: unknownRule('a gym'),
  pool: unknownRule('a swimming pool'),
  study_room: unknownRule('a study room'),
  lift: unknownRule('a lift'),
  tv_room: ({ company }) => ({
    text: `Yes, there’s a communal TV room upstairs. ${askOffice(company, 'For anything else about it,')}`,
  }),
  generator: unknownRule('a generator'),
  cctv: unknownRule('CCTV'),
  water_tank: ({ company }) => ({
    text: `We have two water tanks, so there’s water even when the town has none. ${askOffice(company, 'For anything else about them,')}`,
  }),
  alcohol: ({ company }) => ({
    text: `No smoking, drugs or open fire in the residence, and quiet hours from 10 PM. For parties or alcohol, please ask the office first: ${reach(company)}.`,
    button: { page: 'terms' },
  }),
}

const own: AnswerTable['own'] = {
  logIn: 'Please log in first, then I can look that up for you.',
  lateFee: (month) => `late fee for ${month}’s rent`,
  balanceParts: (before, rent, fees, others, paid) =>
    `Brought forward ${before}, rent this month ${rent}${fees.map((fee) => `, ${fee}`).join('')}${others ? `, corrections ${others}` : ''}, paid this month ${paid}.`,
  owed: (sum) => `You owe ${sum} now.`,
  credit: (sum) => `Nothing to pay: you’re ${sum} in credit.`,
  paidUp: 'Nothing to pay: you are paid up.',
  due: englishDue,
  agreed: (kind, sum, when, days_after) => {
    const by = when
      ? `by ${when}`
      : days_after
        ? `within ${days_after} days after HELB comes`
        : 'when HELB comes'
    return `${kind === 'promise' ? 'You promised' : 'Under your plan you pay'} ${sum} ${by}.`
  },
  accountNumber: (account, paybill) =>
    `Your account number is ${account}. Quote it when you pay to paybill ${paybill}.`,
  noPayment: 'We haven’t received a payment from you yet.',
  lastPayment: (sum, purpose, account, paid, receipt) =>
    `Your last payment was ${sum} for ${purpose}${account === null ? '' : ` on account ${account}`}, on ${paid}. ${receipt ? `M-Pesa code ${receipt}` : 'M-Pesa hasn’t sent its code yet'}.`,
  history: 'Your transaction history shows everything you’ve paid, month by month.',
  room: (room, rent) => `You are in room ${room}, at ${rent} a month.`,
  noRoom: 'You have no room at the moment.',
  nextRent: (from, rent) => `From ${from} your rent is ${rent} a month.`,
  nextRoom: (from, room, rent) => `From ${from} you are in room ${room}, at ${rent} a month.`,
  leavesOn: (day) => `You’re moving out on ${day}.`,
  wifiCode: (bundle, code, left, until) =>
    `The code of your ${bundle} wifi bundle is ${code}: ${left} left, until ${until}.`,
  wifiCodes: 'You’ll find your bundles and codes under My wifi.',
  noBundle: 'You don’t have an active wifi bundle.',
}

const questions: AnswerTable['questions'] = [
  ['pay_rent', 'How do I pay my rent?'],
  ['human', 'How can I talk to a person?'],
  ['repair', 'How do I report something broken?'],
  ['lost_payment', 'I paid but my balance did not change'],
  ['wifi_problem', 'My wifi doesn’t work'],
  ['wifi_prices', 'How much is wifi?'],
  ['use_wifi', 'How do I connect to the wifi?'],
  ['wifi_code', 'I lost my wifi code'],
  ['balance', 'How much do I owe?'],
  ['receipt', 'Where is my receipt?'],
  ['paybill', 'What is the paybill number?'],
  ['wrong_payment', 'I paid twice by mistake'],
  ['part_payment', 'Can I pay my rent in parts?'],
  ['hours', 'When is the office open?'],
  ['free_rooms', 'Is there a free room?'],
  ['change_room', 'How do I change rooms?'],
  ['move_in', 'How do I move in?'],
  ['move_out', 'How do I move out?'],
  ['visitors', 'Can I have visitors?'],
  ['quiet_hours', 'When are quiet hours?'],
  ['services', 'What services do you offer?'],
  ['posts', 'How do I post something for sale?'],
  ['password', 'I forgot my password'],
  ['complaint', 'Whom do I tell about noise or dirt?'],
  ['pets', 'Are pets allowed?'],
  ['parking', 'Where can I park?'],
  ['mail', 'Where do parcels go?'],
  ['alcohol', 'Is alcohol or smoking allowed?'],
  ['room_facts', 'Are the rooms furnished?'],
  ['hot_water', 'When is there hot water?'],
  ['deposit', 'Is there a deposit?'],
  ['due_date', 'When is rent due?'],
  ['late_rent', 'What if I pay my rent late?'],
  ['push_problem', 'The PIN prompt didn’t come'],
  ['buy_wifi', 'How do I buy wifi?'],
  ['wifi_devices', 'Can I use one code on two devices?'],
  ['wifi_left', 'How much data do I have left?'],
  ['room_prices', 'How much is a room?'],
  ['own_room', 'Which room am I in?'],
  ['theft', 'Something was stolen from me'],
  ['emergency', 'What do I do in an emergency?'],
  ['address', 'Where are you?'],
  ['about', 'Who owns the hostel?'],
  ['login', 'I cannot log in'],
  ['account_details', 'How do I change my phone number?'],
  ['privacy', 'Who can see my data?'],
  ['history', 'Where do I see my payments?'],
  ['house_rules', 'What are the house rules?'],
  ['viewing', 'Can I see a room first?'],
  ['papers', 'What documents do I need?'],
  ['room_mates', 'Who will I share the room with?'],
  ['cash', 'Can I pay cash?'],
  ['rent_covers', 'What does the rent include?'],
  ['security', 'Is the hostel safe?'],
  ['chat', 'How do I chat with a seller?'],
]

export const english: AnswerTable = { answers, serviceAnswer, own, questions }
