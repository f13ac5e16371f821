const payments = /paybill|buygoods|merchantpay|payutility|customerpay|standingorder/
const others =
  /revers|charge|fee|payout|b2c|b2b|businesspayment|salary|promotion|withdraw|settle|transfer|refund|disburs/

/**
 * Whether what M-Pesa reports is a payment by a customer, by the name that M-Pesa gives its kind: `Pay Bill`, `c2b-pay-bill-debit`,
 * `Customer Merchant Payment`. Without a name it is one: the reports for which it is registered are of payments.
 */
export function isCustomerPayment(type: string | null): boolean {
  const name = (type ?? '').toLowerCase().replace(/[^a-z0-9]/g, '')
  return name === '' || (payments.test(name) && !others.test(name))
}
