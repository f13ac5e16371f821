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

/**
 * Each question has at least four words that are compared (`matchFaq`). With fewer, an entry would also
 * match messages about problems, and answer them with instructions.
 */
export const faq: [question: string, answer: string][] = [
  [
    'Which ways are there to pay the monthly rent?',
    'Choose rent payment in the menu of this chat: your phone asks for the M-Pesa PIN and the payment counts at once. You can also send the money to our paybill, with your account number as the reference.',
  ],
  [
    'When is rent due each month?',
    'Rent is due on the 1st of every month. Your home page shows what you owe.',
  ],
  [
    'Which steps does buying a new wifi bundle take?',
    'Choose wifi in the menu of this chat, pick a bundle and type your M-Pesa PIN on your phone. The code appears in the chat a few seconds later.',
  ],
  [
    'How do I connect a phone or laptop to the wifi?',
    `Join the network ${WIFI_NETWORK}, open any page, and type the code where it asks for one. It works on one device at a time.`,
  ],
  [
    'How long does a wifi bundle last?',
    'As long as the bundle says, counted from the moment you pay: 2 days, 3 days or 1 month. It ends earlier when its data is used up. Under My wifi you see what is left.',
  ],
  [
    'Can I share a bundle between two devices?',
    'A code works on one device at a time. Sign out on the first device and the second can use it.',
  ],
  [
    'May a parent, sponsor or friend send the rent for me?',
    'Yes. A parent, sponsor or friend can send rent to our paybill with your account number, from any phone.',
  ],
  [
    'What does a new tenant need to register and move in?',
    'Choose student onboard in the menu of this chat, fill in the form and pick a free room. Your account number comes at the end of the form.',
  ],
  [
    'How does moving from one room to another work?',
    'Please speak to the office. Staff move you to any free room, and the new rent counts from the next month.',
  ],
  [
    'Are visitors allowed to stay overnight?',
    'Visitors are welcome until 10 PM and sign in at the gate. Overnight guests need the permission of the office.',
  ],
  [
    'Which hours of the morning and evening have hot water?',
    'Yes, there is water all day, and hot water in the morning and in the evening.',
  ],
  [
    'How do I report a broken lamp, door or tap?',
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
