export default function PhonePage() {
  return <h1>Pretend phone</h1>
}
