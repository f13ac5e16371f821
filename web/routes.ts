import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** All pages of the app. */
export default [
  layout('layout/frame.tsx', [
    index('site/index-page.tsx'),
    route('services', 'posts/feed/feed-page.tsx'),
    route('advertise', 'posts/advertise/advertise-page.tsx'),
    route('post/:id', 'posts/post/post-page.tsx'),
    route('chats/:post?/:person?', 'chat/chats-page.tsx'),
    route('about', 'site/about-page.tsx'),
    route('terms/:companySlug', 'site/terms-page.tsx'),
    route('auth/user', 'auth/profile-page.tsx'),
    route('receipts/:number', 'payments/receipt-page.tsx'),
    route('transactions', 'payments/transactions-page.tsx'),
    route('wifi', 'wifi/wifi-page.tsx'),
    route('staff', 'overview/overview-page.tsx'),
    route('staff/money', 'overview/entries-page.tsx'),
    route('staff/desk/:item?', 'desk/desk-page.tsx'),
    route('staff/posts', 'moderation/moderation-page.tsx'),
    route('staff/tenants/:id?', 'tenancy/staff/tenants-page.tsx'),
    route('staff/rooms', 'tenancy/staff/rooms-page.tsx'),
    route('staff/rooms/:number', 'tenancy/staff/room-page.tsx'),
    route('staff/settings/:part?', 'settings/settings-page.tsx'),
    route('*', 'site/unknown-page.tsx'),
  ]),
  route('set-up', 'settings/set-up-page.tsx'),
  route('auth/login', 'auth/login-page.tsx'),
  route('auth/register', 'auth/register-page.tsx'),
  route('auth/forgot', 'auth/forgot-page.tsx'),
  route('auth/reset', 'auth/reset-page.tsx'),
  route('auth/onboard/:companySlug', 'onboarding/onboarding-page.tsx'),
  route('pretend-daraja/phone', '../simulator/phone/phone-page.tsx'),
] satisfies RouteConfig
