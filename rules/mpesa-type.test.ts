import { expect, test } from 'vitest'
import { isCustomerPayment } from './mpesa-type.ts'

test.each([
  null,
  '',
  ' - ',
  'Pay Bill',
  'PayBill',
  'Pay Bill Online',
  'Small Business Pay Bill',
  'CustomerPayBillOnline',
  'CustomerBuyGoodsOnline',
  'Buy Goods',
  'Customer Merchant Payment',
  'Merchant Pay Utility Received',
  'Pay Utility with OD via STK',
  'Standing Order Pay Bill',
  'Business Pay Bill via API',
  'c2b-pay-bill-debit',
  'C2B-BUY-GOODS-DEBIT',
])('%s is a payment', (type) => expect(isCustomerPayment(type)).toBe(true))

test.each([
  'Reversal',
  'Pay Utility Reversal',
  'Reversal of Pay Bill transaction',
  'transaction-reversal',
  'c2b-pay-bill-reversal',
  'Pay Bill Charge',
  'BusinessPayment',
  'Business Payment to Customer',
  'SalaryPayment',
  'PromotionPayment',
  'b2c-payout',
  'Organization Settlement Account',
  'Utility Account to Organization Settlement Account',
  'Organization Funds Transfer',
  'Agency Withdrawal of funds to Bank',
  'Airtime Purchase',
  '一二三 x',
])('%s is none', (type) => expect(isCustomerPayment(type)).toBe(false))
