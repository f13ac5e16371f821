/** A post of the demo residence; `at` has the days before now and a time of day. */
export interface DemoPost {
  by: string
  at: string
  title: string
  description: string
  image?: DemoImage
  /** Each comment is written 18 minutes after the one before. */
  comments?: [by: string, content: string][]
}

export const images = [
  'bicycle',
  'chapati',
  'desk',
  'film-night',
  'kitten',
  'laundry',
  'roof',
  'study',
  'tv-room',
] as const
export type DemoImage = (typeof images)[number]

/** Approved posts in the order of their approval. */
export const approved: DemoPost[] = [
  {
    by: 'Kipchoge Koech',
    at: '14 06:50',
    title: 'Morning runs, easy pace',
    description:
      'From the gate at half past five, Tuesdays and Fridays, once around the arboretum and back before the showers get busy. No watch needed, talking pace only. If you can sing, you are slow enough.',
    comments: [
      ['Jelagat Bett', 'Half past five in the morning?'],
      ['Kipchoge Koech', 'It is the only hour without matatus.'],
      ['Baraka Mwakio', 'I will come on Friday. Wait for me at the second tree.'],
    ],
  },
  {
    by: 'Wambui Karanja',
    at: '12 19:15',
    title: 'Study table for the first-years, Mondays at eight',
    image: 'study',
    description:
      'Some of us third-years sit at the long table in the study corner every Monday evening and answer what we can: calculus, statistics, programming, how to talk to your lecturer.\n\nBring the question, not the whole book. Phones stay in the basket. There is tea if somebody brings sugar.',
    comments: [
      ['Cherono Langat', 'Do you also do chemistry?'],
      ['Wambui Karanja', 'Farah does. He says organic only, and only before nine.'],
      ['Farah Abdi', 'I said what I said.'],
      ['Amina Otieno', 'I can bring sugar.'],
    ],
  },
  {
    by: 'Amina Otieno',
    at: '11 17:40',
    title: 'Electric kettle, 700 shillings',
    description:
      'It boils a litre in four minutes and whistles a bit out of tune. My aunt gave me a new one, so this one needs a home. A101, mostly in after five. You can try it before you pay.',
    comments: [
      ['Omondi Ouma', 'Out of tune in which key?'],
      ['Amina Otieno', 'B flat, nearly.'],
    ],
  },
  {
    by: 'Salim Juma',
    at: '10 09:05',
    title: 'Shaver, trimmer, patience: haircuts in A405',
    description:
      'Sundays from two. A fade is 150, a line-up 80, first-years pay what they can. Bring your own towel and a picture of what you want; I will tell you honestly whether your hair agrees.',
    comments: [
      ['Hamisi Bakari', 'He did mine. My mother asked who the new boy is.'],
      ['Kimani Njoroge', 'Do you have a place at three?'],
      ['Salim Juma', 'Half past three, Kimani.'],
    ],
  },
  {
    by: 'Mutua Musyoka',
    at: '8 21:30',
    title: 'Posters and small websites for your club',
    image: 'desk',
    description:
      'I study design and I need the practice, you need people at your event. A poster is 300 and takes me two evenings; a page with your dates on it is 1,000 with the hosting for a year. Ask me what it will look like and I will draw it on paper first, for nothing.\n\nWhat I have made so far: the chess club, the choir, and the notice by the water tank that everybody has finally read.',
    comments: [
      ['Muthoni Gitau', 'That notice is yours? It is the only one I have ever read to the end.'],
      [
        'Akinyi Okello',
        'The debate club would like a poster by Thursday. I will write to you here.',
      ],
    ],
  },
  {
    by: 'Zainab Hassan',
    at: '7 22:08',
    title: 'Tutor for Stats 201?',
    description: 'I can pay 300 an hour or trade for French. Two evenings a week until the exam.',
  },
  {
    by: 'Omondi Ouma',
    at: '6 12:40',
    title: 'Harambee Stars on the big screen, Saturday 16:00',
    image: 'tv-room',
    description:
      'TV room. Sofa rules apply: if you leave your seat, you had no seat. Groundnuts are on me, everything else is on you. Whoever shouts at the referee washes the cups.',
    comments: [
      ['Wekesa Wanyonyi', 'Then I have already washed them.'],
      ['Brian Kamau', 'Can someone keep a place on the left for me? I am at work until four.'],
      ['Omondi Ouma', 'See the sofa rules, Brian.'],
      ['Atieno Onyango', 'I will sit on the left. Brian, you may have it for a mandazi.'],
      ['Brian Kamau', 'Two mandazi. Agreed.'],
      ['Nekesa Simiyu', 'Please turn it down after six, wing B has exams.'],
    ],
  },
  {
    by: 'Moraa Nyaboke',
    at: '5 07:20',
    title: 'A kitten lives under the stairs now',
    image: 'kitten',
    description:
      'She came in with the rain on Sunday and has chosen the shoe box of someone who wears size 44. Grace says she may stay until we find her a home outside, so: who has a cousin with a garden?\n\nShe eats omena, sleeps all day and has no opinion about exams. Please do not feed her chips.',
    comments: [
      ['Wafula Barasa', 'Size 44 here. She can keep it.'],
      ['Chebet Rotich', 'My sister in Limuru has a garden and mice. I will ask her tonight.'],
      ['Nyokabi Waweru', 'What is her name?'],
      ['Moraa Nyaboke', 'We say Duma. She does not listen to it.'],
      ['Chebet Rotich', 'My sister says yes, from the first of the month on.'],
    ],
  },
  {
    by: 'Brian Kamau',
    at: '4 18:12',
    title: 'Found: one red kanga on the roof line',
    image: 'laundry',
    description:
      'It says “Haba na haba hujaza kibaba”. It is on the hook by the stairs. Whoever can say what the next line of the proverb would be may have the peg as well.',
    comments: [
      [
        'Mwanaisha Abdulrahman Barasa-Wekesa',
        'Mine. There is no next line, that is the whole wisdom of it.',
      ],
      ['Brian Kamau', 'That is the right answer.'],
    ],
  },
  {
    by: 'Mwanaisha Abdulrahman Barasa-Wekesa',
    at: '3 16:31',
    title: 'Selling a barely used desk lamp and two calculus books',
    description:
      'Lamp 600, books 450 each or 800 for both. The lamp has three kinds of light, of which one is pleasant. The books are Stewart, seventh edition, with the answers to the odd exercises already written in the margin by somebody cleverer than me. Knock after four.',
    comments: [
      ['Cherono Langat', 'Is the lamp still there?'],
      ['Mwanaisha Abdulrahman Barasa-Wekesa', 'It is. Come and switch it on.'],
      ['Kioko Mutinda', 'I would take one of the books, the one with more answers.'],
    ],
  },
  {
    by: 'Chebet Rotich',
    at: '2 20:05',
    title: 'Sunday film night under the acacia',
    image: 'film-night',
    description:
      'Bring a blanket and a mug. We vote on the film at seven; the projector is borrowed, so please, no popcorn near it. Everyone from wing B promised samosas, and I have written it down. If it rains we move to the TV room and pretend that was the plan.',
    comments: [
      ['Mwanaisha Abdulrahman Barasa-Wekesa', 'Wing B here. I said maybe samosas.'],
      [
        'Amina Otieno',
        'I have an extension cable that reaches. And one strong opinion about subtitles.',
      ],
      ['Otieno Okoth', 'Can we end before ten? Exam on Monday at eight.'],
      ['Chebet Rotich', 'Ten it is. Nothing longer than two hours, then.'],
      ['Kendi Murithi', 'Mosquito coils: I have three.'],
      ['Baraka Mwakio', 'I can carry chairs from the TV room, if someone carries them back.'],
      ['Akinyi Okello', 'Voting for something with songs in it.'],
    ],
  },
  {
    by: 'Njeri Mwangi',
    at: '1 18:25',
    title: 'Chapati Friday: put your name down',
    image: 'chapati',
    description:
      'Kitchen of wing A, from five. 20 shillings each for flour and oil, hands for rolling are free. Kioko makes the beans. Last time we had 61 chapati for 19 people and it was not enough, so say how many you eat, honestly.',
    comments: [
      ['Kimani Njoroge', 'Four.'],
      ['Wanjiku Ndungu', 'He means six. Two for me.'],
      ['Farah Abdi', 'Three, and I roll them round, not like maps of Africa.'],
    ],
  },
]

/** Posts that wait for approval. */
export const pending: DemoPost[] = [
  {
    by: 'Achieng Odhiambo',
    at: '1 19:50',
    title: 'Bicycle with a basket, 4,500 or a good offer',
    image: 'bicycle',
    description:
      'Single speed, new brake pads, a bell that works. I finish in December and it does not fit into the bus. It stands by the gate under the window with the plants; the lock comes with it.',
  },
  {
    by: 'Kendi Murithi',
    at: '1 21:15',
    title: 'Sharing a taxi to Kisumu on the first Saturday of the holidays',
    description:
      'Leaving at six in the morning from the gate, three places free, 1,800 each with one bag. I know the driver. If you are sick on winding roads, the front seat is yours and I will not argue.',
  },
]

/** A conversation of `reader` with the author of a post. */
export interface DemoChat {
  post: string
  reader: string
  at: string
  texts: [by: 'author' | 'reader', text: string][]
  /** How many of the last messages their recipient has not seen. */
  unread: number
}

export const chats: DemoChat[] = [
  {
    post: 'Electric kettle, 700 shillings',
    reader: 'Brian Kamau',
    at: '9 19:02',
    texts: [
      ['reader', 'Hi Amina, is the kettle still there?'],
      ['author', 'It is. You can hear it through the wall at seven.'],
      ['reader', 'So that is what it is. Would you take 600?'],
      ['author', '650 and it comes with a new filter.'],
      ['reader', 'Let me sleep over it.'],
    ],
    unread: 0,
  },
  {
    post: 'Electric kettle, 700 shillings',
    reader: 'Njeri Mwangi',
    at: '1 20:11',
    texts: [
      ['reader', 'Is the kettle for chapati Friday or for sale?'],
      ['author', 'For sale, but I can lend it to you for Friday.'],
      ['reader', 'Perfect. I will pick it up at four.'],
      ['reader', 'And bring it back washed.'],
    ],
    unread: 2,
  },
  {
    post: 'Sunday film night under the acacia',
    reader: 'Amina Otieno',
    at: '1 18:20',
    texts: [
      ['reader', 'The cable is ten metres, is that enough for the acacia?'],
      ['author', 'Yes please! The last one died in the rain.'],
      ['author', 'A101, right? I’ll pick it up Sunday at six.'],
      [
        'reader',
        'Perfect. It charges with the old flat plug, I’ll leave the adapter inside the box.',
      ],
    ],
    unread: 0,
  },
  {
    post: 'Found: one red kanga on the roof line',
    reader: 'Mwanaisha Abdulrahman Barasa-Wekesa',
    at: '3 20:40',
    texts: [
      ['reader', 'Is it still on the hook? I am in class until six.'],
      ['author', 'I have taken it in, it looked like rain. A102, knock twice.'],
      ['reader', 'Asante sana, Brian.'],
    ],
    unread: 1,
  },
]
