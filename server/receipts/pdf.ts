import { createRequire } from 'node:module'
import type { Receipt } from '#contract/receipts.ts'
import { inFours } from '#rules/account-number.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { kindWords, purposeWords } from '#rules/receipt.ts'

/** Its letters cover the names of the region, ĩ and ũ among them; the PDF standard fonts do not. */
const { resolve } = createRequire(import.meta.url)
const regular = resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
const bold = resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')

const ink = '#15211a'
const quiet = '#445047'
const wall = '#1e4435'
const cream = '#f6e7cb'
const lit = '#f7b13c'
const line = '#d8cfba'
const margin = 36

/** The receipt on one A5 page, as bytes. */
export async function receiptPdf(receipt: Receipt): Promise<Uint8Array> {
  // Loaded with the first receipt: few are printed, and it is large.
  const { default: PDFDocument } = await import('pdfkit')
  const { number, company } = receipt
  const page = new PDFDocument({
    size: 'A5',
    margin,
    info: {
      Title: `Receipt ${number}`,
      Author: company.name,
      CreationDate: new Date(receipt.paid_at),
    },
  })
  const chunks: Uint8Array[] = []
  page.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const written = new Promise<void>((done) => page.on('end', done))
  page.registerFont('regular', regular).registerFont('bold', bold)

  const width = page.page.width - 2 * margin
  page.rect(0, 0, page.page.width, 92).fill(wall)
  for (const at of [0, 1, 2])
    page.rect(page.page.width - margin - 14 - at * 20, 28, 14, 18).fill(lit)
  page.font('bold').fontSize(17).fillColor(cream)
  page.text(company.name, margin, 26, { width: width - 80, height: 24, ellipsis: true })
  page.font('regular').fontSize(9)
  page.text(company.address, margin, 56, { width: width - 80, height: 24, ellipsis: true })

  page.fillColor(quiet).fontSize(10).text(`Receipt ${number}`, margin, 116, { width })
  page.font('bold').fontSize(28).fillColor(ink).text(ksh(receipt.amount), margin, 132, { width })
  page.y += 10
  for (const [label, value] of rowsOf(receipt)) {
    const y = page.y + 7
    page.font('regular').fontSize(9.5).fillColor(quiet).text(label, margin, y, { width: 110 })
    page
      .font('bold')
      .fillColor(ink)
      .text(value, margin + 116, y, { width: width - 116 })
    page.moveTo(margin, page.y + 6).lineTo(margin + width, page.y + 6)
    page.lineWidth(0.5).stroke(line)
    page.y += 6
  }
  page.font('regular').fontSize(8.5).fillColor(quiet)
  page.text(`${company.phone}   ${company.email}`, margin, page.page.height - margin - 14, {
    width,
  })
  page.end()
  await written
  return Buffer.concat(chunks)
}

function rowsOf(receipt: Receipt): [label: string, value: string][] {
  const { account_number, room_number, reason } = receipt
  const rows: [string, string | null][] = [
    ['Received for', receipt.full_name],
    ['Room', room_number],
    ['Account number', account_number && inFours(account_number)],
    ['For', purposeWords[receipt.purpose]],
    ['Paid by', kindWords[receipt.kind]],
    ['M-Pesa receipt', receipt.kind === 'correction' ? null : receipt.mpesa_receipt_number],
    ['Date', dateAndTime(new Date(receipt.paid_at))],
    ['Reason', reason],
  ]
  return rows.flatMap(([label, value]) => (value ? [[label, value]] : []))
}
