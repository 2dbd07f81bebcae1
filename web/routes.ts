import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('info/HomePage.tsx'),
  layout('live/LiveLayout.tsx', [
    route('offers', 'offers/OffersPage.tsx'),
    route('offers/buy', 'offers/OffersPage.tsx', { id: 'offers/buy' }),
    route('offers/sell', 'offers/OffersPage.tsx', { id: 'offers/sell' }),
    route('create-offer', 'offers/CreateOfferPage.tsx'),
    route('my-offers', 'offers/MyOffersPage.tsx'),
    route('trade/new', 'trades/NewTradePage.tsx'),
    route('trade/:tradeId', 'trades/TradePage.tsx'),
    route('trades', 'trades/TradesPage.tsx'),
  ]),
  route('login', 'accounts/LoginPage.tsx'),
  route('register', 'accounts/RegisterPage.tsx'),
  route('terms', 'info/TermsPage.tsx'),
  route('privacy', 'info/PrivacyPage.tsx'),
  route('*', 'info/NotFoundPage.tsx'),
] satisfies RouteConfig
