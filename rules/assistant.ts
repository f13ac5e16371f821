import type { Keyword } from './keyword.ts'
import { bundlePrice } from './wifi.ts'

/** What the assistant tells of a residence. */
export interface Residence {
  name: string
  tagline: string
  email: string
  phone: string
  address: string
  hours: string
}

/** What is said whenever the assistant fails (spec 8). */
export const unavailableSentence = (phone: string): string =>
  `I'm currently unavailable, please call ${phone} to speak to a human.`

const sentences = (parts: string[]) => parts.filter(Boolean).join(' ')

/** What else is told of it. */
export interface Offer {
  services: { name: string; description: string; coming_soon: boolean }[]
  packages: { data: string; duration: string; price: number }[]
  paybill: string
}

const soon = (coming_soon: boolean) => (coming_soon ? ' (coming soon)' : '')

/** A service as the residence describes it. */
export const serviceAnswer = ({ name, description, coming_soon }: Offer['services'][number]) =>
  sentences([`${name}${soon(coming_soon)}:`, description])

function pricesAnswer(packages: Offer['packages']): string {
  if (packages.length === 0) return ''
  const list = packages.map((one) => `${one.data} for ${one.duration}, ${bundlePrice(one.price)}`)
  return `Wifi bundles: ${list.join('; ')}. To buy one, choose Wifi in the menu of this chat.`
}

const services_line = (services: Offer['services']) =>
  services.length > 0
    ? `We offer: ${services.map((one) => one.name + soon(one.coming_soon)).join(', ')}.`
    : ''

type Answers = Record<Keyword, (residence: Residence, offer: Offer) => string>

function waysTo({ phone, email }: Residence): string {
  const ways = [phone && `call ${phone}`, email && `write to ${email}`].filter(Boolean)
  return ways.length > 0 ? `You can ${ways.join(' or ')}.` : ''
}
const open = ({ hours }: Residence) => hours && `Support hours: ${hours}.`
const where = ({ name, address }: Residence) => address && `${name} is at ${address}.`

const answers: Answers = {
  hours: (one) => sentences([open(one), waysTo(one)]),
  contact: (one) => sentences([waysTo(one), where(one), open(one)]),
  about: (one, { services }) =>
    sentences([`${one.name}: ${one.tagline}`, where(one), services_line(services), waysTo(one)]),
  staff: (one) => {
    const ways = sentences([waysTo(one), open(one)])
    return ways && `Only the office can settle that. ${ways}`
  },
  greeting: ({ name }) =>
    `Habari. I can tell you about ${name}: wifi bundles and their prices, rent, services and office hours. Once you are signed in, ask me also what you owe, or for your account number or wifi code.`,
  thanks: () => 'Karibu. Ask me whenever you need something.',
  prices: (_, { packages }) => pricesAnswer(packages),
  services: (_, { services }) => services_line(services),
  paybill: (_, { paybill }) =>
    `Our paybill is ${paybill}. Give your own account number as the account: I tell you yours once you are signed in.`,
  rent_due: () =>
    'Rent is charged on the 1st of each month. What you owe stands on your home page.',
  rooms: () =>
    'The rent depends on the room. Choose Student onboard in the menu of this chat to see the free rooms and their rents.',
  pay_rent: (_, { paybill }) =>
    `Choose Rent payment in the menu of this chat, and your phone asks for the M-Pesa PIN. You can also send it to paybill ${paybill} with your account number.`,
  buy_wifi: (_, { packages }) =>
    packages.length > 0
      ? 'Choose Wifi in the menu of this chat and pick a bundle: your phone asks for the M-Pesa PIN, and the code comes after the payment.'
      : '',
  connect: () =>
    'Join the wifi of the residence, open any page, and type your code where it asks for one. Your codes stand on the page My wifi.',
  onboard: () =>
    'Choose Student onboard in the menu of this chat, fill in the form and pick a free room.',
}

/** Answers built from what the residence says of itself; what it leaves blank is left out. */
export const keywordAnswer = (keyword: Keyword, residence: Residence, offer: Offer): string =>
  answers[keyword](residence, offer)
