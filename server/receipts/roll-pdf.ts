import type { Receipt } from '#contract/receipts.ts'
import { ksh } from '#rules/money.ts'
import { paperText } from '#rules/paper-text.ts'
import { formatPhone } from '#rules/phone.ts'
import { receiptClosing, voidSentence } from '#rules/receipt.ts'
import { makePdf, type Page, paperRows } from './pdf.ts'

const mm = (length: number) => (length * 72) / 25.4

/** Thermal printers reach the middle 48 mm of a roll 58 mm wide. */
const WIDTH = mm(58)
const MARGIN = mm(5)
const TEXT_WIDTH = WIDTH - 2 * MARGIN

/** The receipt for a thermal printer: black, in one column, as long as its text. */
export async function receiptRollPdf(receipt: Receipt): Promise<Uint8Array> {
  const options = {
    title: `Receipt ${receipt.number}`,
    author: receipt.company.name,
    created: new Date(receipt.paid_at),
    margin: MARGIN,
  }
  let length = 0
  const measure = (page: Page) => {
    drawRoll(page, receipt)
    length = page.y + MARGIN
  }
  await makePdf({ ...options, size: [WIDTH, mm(2000)] }, measure)
  return makePdf({ ...options, size: [WIDTH, length] }, (page) => drawRoll(page, receipt))
}

function drawRoll(page: Page, receipt: Receipt) {
  const { company, number, amount, voided, kind } = receipt
  const line = (text: string, size: number, font: 'regular' | 'bold', gap = 0) =>
    page
      .font(font)
      .fontSize(size)
      .text(paperText(text), MARGIN, page.y + gap, { width: TEXT_WIDTH })
  page.fillColor('#000')
  line(company.name, 11, 'bold')
  line(company.address, 7.5, 'regular', 1)
  rule(page)
  line(`Receipt ${number}`, 8.5, 'regular')
  line(voided ? `VOID: ${ksh(amount)}` : ksh(amount), 16, 'bold')
  if (voided) line(`${voidSentence(voided, kind)} ${voided.reason}`, 7.5, 'regular', 2)
  rule(page)
  for (const { label, value, hint } of paperRows(receipt)) {
    line(label, 7, 'regular', 3)
    line(value, 9, 'bold')
    if (hint) line(hint, 7, 'regular')
  }
  rule(page)
  line(receiptClosing(receipt), 7.5, 'regular')
  line(`${formatPhone(company.phone)}  ${company.email}`, 7.5, 'regular')
}

function rule(page: Page) {
  const y = page.y + 5
  page
    .lineWidth(0.8)
    .moveTo(MARGIN, y)
    .lineTo(WIDTH - MARGIN, y)
    .stroke()
  page.y = y + 5
}
