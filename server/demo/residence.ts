import { GIGABYTE } from '#rules/wifi.ts'
import type { Db } from '../db/connect.ts'

/** The name of the demo residence's wireless network. */
export const WIFI_NETWORK = 'AcaciaCourt'

const DAY_S = 86_400

const packages = [
  { id: 'package_50', name: '2GB, 2 days', price: 50, gigabytes: 2, days: 2 },
  { id: 'package_100', name: '3GB, 3 days', price: 100, gigabytes: 3, days: 3 },
  { id: 'package_650', name: '10GB, 1 month', price: 650, gigabytes: 10, days: 30 },
]

const services = [
  {
    name: 'Wifi and internet',
    description: 'Fast wifi in every room and in the study room, in bundles from KSH 50.',
  },
  {
    name: 'Laundry',
    description: 'Washing by the bucket, expected from about KSH 100 per bucket.',
    coming_soon: true,
  },
  {
    name: 'Technical support',
    description:
      'Help with the wifi, the power and the water, at the office or by phone, Monday to Friday 8 AM to 8 PM.',
  },
]

/** Questions are worded as tenants ask them. The landing page shows the answers too, so none mentions the chat. */
export const faq: [question: string, answer: string][] = [
  [
    'How can I pay my rent?',
    'Choose Rent payment in the assistant: your phone asks for your M-Pesa PIN, and the payment counts at once. You can also pay by M-Pesa to our paybill, using your account number as the account number.',
  ],
  [
    'When is rent due?',
    'Rent is due on the 1st of every month. Your home page shows what you owe.',
  ],
  [
    'How do I buy wifi?',
    'Choose Wifi in the assistant, pick a bundle and type your M-Pesa PIN on your phone. The code appears a few seconds later, and stays under My wifi.',
  ],
  [
    'How do I connect to the wifi?',
    `Join the network ${WIFI_NETWORK}, open any website, and enter your code when it asks for it.`,
  ],
  [
    'How long does a wifi bundle last?',
    'As long as the bundle says, counted from the moment you pay: 2 days, 3 days or 1 month. It ends earlier if you use up its data. My wifi shows what is left.',
  ],
  [
    'Can I use one code on two devices?',
    'Not at the same time. Log out on the first device, and the second can use the code.',
  ],
  [
    'Can someone else pay my rent?',
    'Yes. A parent, sponsor or friend can pay to our paybill with your account number, from any phone.',
  ],
  [
    'How do I move in?',
    'Press Move in, fill in the form and pick a free room. You get your account number at the end.',
  ],
  [
    'Can I change rooms?',
    'Yes, if another room is free. Ask the office: they’ll move you, and the new rent applies from next month.',
  ],
  [
    'Can I have visitors or overnight guests?',
    'Visitors are welcome until 10 PM and sign in at the gate. For overnight guests, ask the office first.',
  ],
  [
    'When is there hot water?',
    'Hot water runs from 5 to 9 in the morning and from 6 to 10 in the evening. Cold water runs all day.',
  ],
  [
    'How do I report something broken?',
    'Tell the office in person or by phone. Repairs are made from Monday to Friday.',
  ],
]

/** Inserts the demo residence's bundles, services and FAQ. */
export async function loadResidence(tx: Db, company_id: number): Promise<void> {
  await tx
    .insertInto('packages')
    .values(
      packages.map(({ gigabytes, days, ...rest }, position) => ({
        ...rest,
        company_id,
        position,
        offered: true,
        data_bytes: gigabytes * GIGABYTE,
        duration_s: days * DAY_S,
      })),
    )
    .execute()
  await tx
    .insertInto('services')
    .values(
      services.map((service, position) => ({
        coming_soon: false,
        ...service,
        company_id,
        position,
      })),
    )
    .execute()
  await tx
    .insertInto('faq')
    .values(faq.map(([question, answer], position) => ({ company_id, question, answer, position })))
    .execute()
}
