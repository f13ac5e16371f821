import { localPhone } from '#rules/phone.ts'

/** Fictional users of the demo residence. */
export interface DemoTenant {
  first_name: string
  last_name: string
  phone: string
  id_number: string
  room: string
}

export const amina: DemoTenant = {
  first_name: 'Amina',
  last_name: 'Otieno',
  phone: '254712345678',
  id_number: '12345678',
  room: 'A101',
}

export const brian: DemoTenant = {
  first_name: 'Brian',
  last_name: 'Kamau',
  phone: '254722000002',
  id_number: '23456789',
  room: 'A102',
}

export const grace = {
  first_name: 'Grace',
  last_name: 'Wanjiru',
  email: 'staff@acacia.example',
  password: 'staff-demo-2026',
}

const names = `Achieng Odhiambo, Wafula Barasa, Njeri Mwangi, Kipchoge Koech, Zainab Hassan,
Mutua Musyoka, Chebet Rotich, Omondi Ouma, Wambui Karanja, Farah Abdi, Nekesa Simiyu,
Kioko Mutinda, Moraa Nyaboke, Baraka Mwakio, Atieno Onyango, Muthoni Gitau, Jelagat Bett,
Salim Juma, Wanjiku Ndungu, Kimani Njoroge, Akinyi Okello, Cherono Langat, Hamisi Bakari,
Nyokabi Waweru, Otieno Okoth, Kendi Murithi, Wekesa Wanyonyi,
Mwanaisha Abdulrahman Barasa-Wekesa`

/** 28 more, so that 30 of the 40 rooms have a tenant. */
export const others = names.split(/,\s*/).map((name, index) => {
  const [first_name = '', ...rest] = name.split(' ')
  return {
    first_name,
    last_name: rest.join(' '),
    phone: `2547220${String(index + 3).padStart(5, '0')}`,
    id_number: String(30_000_003 + index),
  }
})

const signIn = (who: string, username: string, password: string) =>
  `  ${who.padEnd(22)}  ${username.padEnd(20)}  ${password}`

/** Lines for the terminal at start. */
export const demoLogins = [
  ...[amina, brian].map(({ first_name, last_name, phone, id_number }) =>
    signIn(`${first_name} ${last_name}, tenant`, localPhone(phone), id_number),
  ),
  signIn(`${grace.first_name} ${grace.last_name}, staff`, grace.email, grace.password),
]
