/** A conversation about a post of the demo residence; the author of the post is the other one. */
export interface DemoChat {
  post: string
  reader: string
  at: string
  said: [by: 'author' | 'reader', text: string][]
  /** How many of the last ones the other side has not seen. */
  unread: number
}

export const chats: DemoChat[] = [
  {
    post: 'Electric kettle, 700 shillings',
    reader: 'Brian Kamau',
    at: '9 19:02',
    said: [
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
    said: [
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
    said: [
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
    said: [
      ['reader', 'Is it still on the hook? I am in class until six.'],
      ['author', 'I have taken it in, it looked like rain. A102, knock twice.'],
      ['reader', 'Asante sana, Brian.'],
    ],
    unread: 1,
  },
]
