import type { Letter } from '#contract/letters.ts'
import { dayOf, formatDay } from '#rules/calendar.ts'
import {
  groupCode,
  letterFactRows,
  letterLimit,
  letterSentence,
  letterTitles,
} from '#rules/letter.ts'
import { paperName } from '#rules/paper-text.ts'
import { formatPhone } from '#rules/phone.ts'
import { drawFact, drawFooters, drawRows } from '../receipts/account-statement.ts'
import { colours, drawHeader, MARGIN, makePdf, type Page, widthOf, write } from '../receipts/pdf.ts'

/** The side of the QR code on paper: 50 mm. */
const QR = 142
/** The height of the QR code with the text beside it. */
const CHECK_HEIGHT = QR + 34

/** A letter on A4, without its signature. The checking script reads `signed_word` from the PDF's information. */
export function letterPdf(letter: Letter, signed_word: string): Promise<Uint8Array> {
  const { rows } = letter
  const { tenant } = letter.facts
  const full_name = paperName(tenant.full_name, tenant.account_number)
  const facts = { ...letter.facts, tenant: { ...tenant, full_name } }
  const { residence, kind, number } = facts
  const title = `${letterTitles[kind]} ${number}, ${tenant.full_name}`
  const created = new Date(facts.issued_at)
  const info = { BweniLetter: signed_word }
  return makePdf({ size: 'A4', title, author: residence.name, created, info }, (page) => {
    // The residence's logo may have changed since the letter was issued, so our mark takes its place.
    drawHeader(page, residence, null)
    page.font('regular').fontSize(10.5).fillColor(colours.muted)
    write(page, `Letter ${number}`, MARGIN, page.y + 20, widthOf(page), 1)
    page.font('bold').fontSize(20).fillColor(colours.text)
    write(page, letterTitles[kind], MARGIN, page.y + 2, widthOf(page), 1)
    if (letter.withdrawn) drawWithdrawn(page, letter.withdrawn)
    page.font('regular').fontSize(12.5).fillColor(colours.text)
    write(page, letterSentence(facts), MARGIN, page.y + 10, widthOf(page), 6)
    page.y += 8
    for (const { label, value } of letterFactRows(facts)) drawFact(page, label, value)
    const { statement, day: until, owes: closing } = facts
    if (statement) drawRows(page, { ...statement, until, closing, rows })
    page.font('regular').fontSize(9.5).fillColor(colours.muted)
    write(page, letterLimit[kind], MARGIN, page.y + 14, widthOf(page), 2)
    drawCheck(page, letter)
    drawFooters(page, `${residence.name}, ${formatPhone(residence.phone)}, ${residence.email}`)
  })
}

function drawWithdrawn(page: Page, { at, reason }: NonNullable<Letter['withdrawn']>) {
  page.font('bold').fontSize(12.5).fillColor(colours.error)
  const text = `Withdrawn on ${formatDay(dayOf(new Date(at)))}. ${reason}`
  write(page, text, MARGIN, page.y + 8, widthOf(page), 8)
}

/** How a reader finds out whether the letter is genuine. */
function drawCheck(page: Page, { qr, check_url, facts }: Letter) {
  let top = page.y + 18
  if (top + CHECK_HEIGHT > page.page.height - 44) {
    page.addPage()
    top = MARGIN
  }
  page
    .save()
    .translate(MARGIN, top)
    .scale(QR / qr.size)
  page.path(qr.path).fill('#000').restore()
  const x = MARGIN + QR + 20
  const width = widthOf(page) - QR - 20
  page.font('bold').fontSize(12).fillColor(colours.text)
  write(page, 'Check this letter', x, top, width, 1)
  page.font('regular').fontSize(10)
  const address = check_url.replace(/^https?:\/\//, '').replace(/\/[^/]*$/, '')
  write(
    page,
    `Scan the code, or go to ${address} and type the code below. The page must show the same name, room, day and sum as this paper, and must not say that the letter was withdrawn.`,
    x,
    page.y + 5,
    width,
    8,
  )
  page.font('bold').fontSize(11)
  write(page, groupCode(facts.code), x, page.y + 7, width, 2)
  page.font('regular').fontSize(9).fillColor(colours.muted)
  write(
    page,
    'The file is signed too: a PDF that was changed fails the check without network.',
    x,
    page.y + 7,
    width,
    3,
  )
  page.y = top + QR
}
