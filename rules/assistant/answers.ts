import { formatBundlePrice } from '../wifi.ts'
import type { Keyword } from './match.ts'

/** What prepared answers are built from; texts that the company left empty are left out. */
interface AnswerData {
  company: {
    name: string
    tagline: string
    email: string
    phone: string
    address: string
    hours: string
  }
  services: { name: string; description: string; coming_soon: boolean }[]
  packages: { data: string; duration: string; price: number }[]
  paybill: string
}
type Company = AnswerData['company']

/** Shown when the assistant fails. */
export const unavailableMessage = (phone: string): string =>
  `I'm currently unavailable, please call ${phone} to speak to a human.`

const sentences = (parts: string[]) => parts.filter(Boolean).join(' ')

const comingSoon = (coming_soon: boolean) => (coming_soon ? ' (coming soon)' : '')

export const serviceAnswer = ({ name, description, coming_soon }: AnswerData['services'][number]) =>
  sentences([`${name}${comingSoon(coming_soon)}:`, description])

function pricesAnswer(packages: AnswerData['packages']): string {
  if (packages.length === 0) return ''
  const list = packages.map(
    (one) => `${one.data} for ${one.duration}, ${formatBundlePrice(one.price)}`,
  )
  return `Wifi bundles: ${list.join('; ')}. To buy one, choose Wifi in the menu of this chat.`
}

const servicesAnswer = (services: AnswerData['services']) =>
  services.length > 0
    ? `We offer: ${services.map((one) => one.name + comingSoon(one.coming_soon)).join(', ')}.`
    : ''

function waysToContact({ phone, email }: Company): string {
  const ways = [phone && `call ${phone}`, email && `write to ${email}`].filter(Boolean)
  return ways.length > 0 ? `You can ${ways.join(' or ')}.` : ''
}
const openingHours = ({ hours }: Company) => hours && `Support hours: ${hours}.`
const where = ({ name, address }: Company) => address && `${name} is at ${address}.`

const answers: Record<Keyword, (data: AnswerData) => string> = {
  hours: ({ company }) => sentences([openingHours(company), waysToContact(company)]),
  contact: ({ company }) =>
    sentences([waysToContact(company), where(company), openingHours(company)]),
  about: ({ company, services }) =>
    sentences([
      `${company.name}: ${company.tagline}`,
      where(company),
      servicesAnswer(services),
      waysToContact(company),
    ]),
  staff: ({ company }) => {
    const ways = sentences([waysToContact(company), openingHours(company)])
    return ways && `Only the office can settle that. ${ways}`
  },
  greeting: ({ company }) =>
    `Habari. I can tell you about ${company.name}: wifi bundles and their prices, rent, services and office hours. Once you are signed in, ask me also what you owe, or for your account number or wifi code.`,
  thanks: () => 'Karibu. Ask me whenever you need something.',
  prices: ({ packages }) => pricesAnswer(packages),
  services: ({ services }) => servicesAnswer(services),
  paybill: ({ paybill }) =>
    `Our paybill is ${paybill}. Give your own account number as the account: I tell you yours once you are signed in.`,
  rent_due: () => 'Rent is charged on the 1st of each month. Your home page shows what you owe.',
  rooms: () =>
    'The rent depends on the room. Choose Student onboard in the menu of this chat to see the free rooms and their rents.',
  pay_rent: ({ paybill }) =>
    `Choose Rent payment in the menu of this chat, and your phone asks for the M-Pesa PIN. You can also send it to paybill ${paybill} with your account number.`,
  buy_wifi: ({ packages }) =>
    packages.length > 0
      ? 'Choose Wifi in the menu of this chat and pick a bundle: your phone asks for the M-Pesa PIN, and the code comes after the payment.'
      : '',
  connect: () =>
    'Join the wifi of the residence, open any page, and type your code where it asks for one. Your codes stand on the page My wifi.',
  onboard: () =>
    'Choose Student onboard in the menu of this chat, fill in the form and pick a free room.',
}

/** Empty when the company has given nothing to answer with. */
export const keywordAnswer = (keyword: Keyword, data: AnswerData): string => answers[keyword](data)
