/** A part of the terms under one heading; the text before the first heading has none. */
export interface Clause {
  /** For links: `clause-your-room-and-changing-rooms`. */
  id: string
  title: string
  blocks: Block[]
}
type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'wifi_prices' }

/** A paragraph that stands for the price list. */
export const WIFI_PRICES = '[wifi prices]'

export const MAX_TERMS_LENGTH = 40_000

/**
 * Reads terms as staff type them: a line that begins with `##` is a heading, lines that begin with `-` are a list, an
 * empty line ends a paragraph.
 */
export function readTerms(text: string): Clause[] {
  const clauses: Clause[] = []
  const ids = new Set<string>()
  const repeated = new Map<string, number>()
  const begin = (title: string) => {
    const clause: Clause = { id: freeId(title, ids, repeated), title, blocks: [] }
    ids.add(clause.id)
    clauses.push(clause)
    return clause
  }
  let clause: Clause | undefined
  let paragraph: string[] = []
  function endParagraph() {
    if (paragraph.length === 0) return
    clause ??= begin('')
    const line = paragraph.join(' ')
    clause.blocks.push(
      line === WIFI_PRICES ? { kind: 'wifi_prices' } : { kind: 'paragraph', text: line },
    )
    paragraph = []
  }
  for (const line of text.split('\n').map((one) => one.trim())) {
    const heading = /^##+\s*(.*)$/.exec(line)?.[1]
    const item = /^[-•*]\s+(.*)$/.exec(line)?.[1]
    if (heading) {
      endParagraph()
      clause = begin(heading)
    } else if (item) {
      endParagraph()
      clause ??= begin('')
      const last = clause.blocks.at(-1)
      if (last?.kind === 'list') last.items.push(item)
      else clause.blocks.push({ kind: 'list', items: [item] })
    } else if (line === '') endParagraph()
    else paragraph.push(line)
  }
  endParagraph()
  return clauses
}

/** @param repeated the last number that was tried for a title, so that a thousand equal ones don't count from 1 each */
function freeId(title: string, taken: ReadonlySet<string>, repeated: Map<string, number>): string {
  const slug = title
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  for (let number = (repeated.get(slug) ?? 0) + 1; ; number++) {
    repeated.set(slug, number)
    const id = `clause-${number === 1 ? slug : `${slug}-${number}`}`
    if (!taken.has(id)) return id
  }
}

/**
 * Version 1 of every residence's terms. Tenants have agreed to it, so it is never changed: a residence that wants other
 * terms publishes its own.
 */
export const suppliedTerms = {
  since: '2026-11-01',
  text: `## Rent
Rent is for a calendar month and is due on the 1st. The first is due on the day you move in. The room’s rate is shown before you choose it, and on your home page afterwards.

Pay through the assistant (M‑Pesa then asks for your PIN on your phone), or use Lipa na M‑Pesa yourself with the paybill and account number on your home page. Your account number stays the same for good and tells us which payments are yours. Every payment has a receipt.

Unpaid rent is carried over to the next month, and what you pay ahead counts towards it. There are no fees on top. If a month is going to be hard, talk to us early.

## Wifi
Wifi is sold in bundles. A bundle starts when you pay and ends when its time or data runs out, whichever comes first. Unused data isn’t carried over. The code is for you alone, on one device at a time. The price is the one you saw when you chose.

[wifi prices]

## Deposit
We don’t take one unless we’ve agreed on one with you in writing. Nobody at the gate or on the phone may ask you for one.

## Your room, and changing rooms
The room is yours from the start date to the end date on your form. Please keep it in order, and tell us soon if something breaks. We pay for normal wear; you pay for damage.

You may move to another room when one is free. Staff do it for you and note the reason and the day. This month’s rent stays as it is; the new room’s rate applies from the 1st of the next month. Please don’t swap rooms among yourselves or pass your room on to anyone else.

## Leaving
The room is yours until the end date on your form. To stay longer or leave sooner, tell the office as early as you can. Rent that is due by then stays due; none is added after it.

You can still log in afterwards, see what was paid and pay what is left. If you’ve paid too much, staff settle it with you. We may end a stay if the rent stays unpaid or if you harm others, and we’ll tell you why.

## Your photo and your ID
They are kept apart from everything else. Only you and the staff of this residence can open them, by a link that soon stops working, and every view is logged with the viewer’s name. Details that a phone adds to a picture, such as where it was taken, are removed before we store it.

## What we keep about you, and why
- Name, ID number, phone, email address: to know who lives here, to reach you and to let you log in. The ID number is your first password: please change it.
- Registration number, college, faculty, year of study: because this residence is for students.
- Your emergency contact, and who pays your rent: for emergencies and questions about payments only. Please tell them that you’ve given us their number.
- Photo and ID: so that the guard at the gate knows it’s you.
- Your rooms, charges and payments: they are our accounting records. A mistake is corrected by another entry; nothing is deleted.
- What staff change, and who looked at a document: so that we can find out who did what.

M‑Pesa payments go through Safaricom, which sees what it needs for them. We don’t sell your data, share it with advertisers or track your visits. You may ask to see all of it, to have mistakes corrected and, once you have left and owe nothing, to have everything removed that the law doesn’t require us to keep. Kenya’s Data Protection Act gives you these rights too.

## Living together
- Quiet from 10 PM to 6 AM, and all day in exam week.
- Visitors are welcome until 10 PM; they sign in and out at the gate.
- No smoking, no drugs and no open fires indoors.
- Turn off lights and taps when you leave.
- Leave the kitchen, the showers and the TV room as you would like to find them.
- No violence, no threats, no harassment. Any of these ends a stay at once.
`,
} as const
