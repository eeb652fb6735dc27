/**
 * The browser's composition root. The public pages (login above all) come with the first download; the console, its
 * component library and every module follow in a chunk of their own once somebody is signed in.
 */
import '#kit/ui/base.css'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router'
import { setOnDemand, setOnExpired } from '#kit/ui/client/api.web.ts'
import { Messages } from '#kit/ui/dialog/message.web.tsx'
import { AppBoundary } from '#shell/app-boundary.web.tsx'
import { Guarded, OnlySignedOut } from '#shell/guard.web.tsx'
import { isLeaving } from '#shell/leaving.web.ts'
import { Login } from '#shell/login/login.web.tsx'
import { Outside } from '#shell/public/outside.web.tsx'
import { meetDemand, sayNow, sessionIsOver } from '#shell/sign-in.web.ts'
import { dress, loadSite, readSite } from '#shell/site/site.web.ts'

const CarrierPage = lazy(() => import('#modules/transport/carriers/carrier-page.web.tsx'))
const Console = lazy(() => import('./composition/console.web.tsx'))
const AppDownload = lazy(() => import('#shell/public/app-download.web.tsx'))
const DriverPage = lazy(() => import('#modules/transport/phone/driver-page.web.tsx'))
const Franchise = lazy(() => import('#shell/public/franchise.web.tsx'))
const OwnPage = lazy(() => import('#modules/selfservice/page/own-page.web.tsx'))
const SignPage = lazy(() => import('#modules/esign/pages/sign-page.web.tsx'))
const SourcePage = lazy(() => import('#shell/public/source.web.tsx'))
const StatementPage = lazy(() => import('#modules/finance/statements/page.web.tsx'))
const OrderPage = lazy(() => import('#modules/partners/public/order-page.web.tsx'))
const RecruitPage = lazy(() => import('#modules/partners/public/apply-page.web.tsx'))
const TrackPage = lazy(() => import('#modules/partners/public/track-page.web.tsx'))
const VerifyPage = lazy(() => import('#modules/esign/pages/verify-page.web.tsx'))

dress(readSite())
void loadSite()
setOnExpired(sessionIsOver, isLeaving)
setOnDemand(meetDemand)
sayNow()

const login = (
  <OnlySignedOut>
    <Login />
  </OnlySignedOut>
)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Messages />
    <AppBoundary>
      <BrowserRouter>
        <Suspense
          fallback={
            <div className="zyt-wait" role="status">
              加载中…
            </div>
          }
        >
          <Routes>
            <Route path="/login" element={login} />
            <Route path="/tmsLogin" element={login} />
            <Route path="/source" element={<SourcePage />} />
            <Route element={<Outside />}>
              <Route path="/appDownLoad" element={<AppDownload />} />
              <Route path="/franchise" element={<Franchise />} />
              <Route path="/sign" element={<SignPage />} />
              <Route path="/statement" element={<StatementPage />} />
              <Route path="/my" element={<OwnPage />} />
              <Route path="/track" element={<TrackPage />} />
              <Route path="/order/:token" element={<OrderPage />} />
              <Route path="/recruit/:token" element={<RecruitPage />} />
              <Route path="/verify" element={<VerifyPage />} />
            </Route>
            <Route
              path="/carrier"
              element={
                <Guarded>
                  <CarrierPage />
                </Guarded>
              }
            />
            <Route
              path="/driver"
              element={
                <Guarded>
                  <DriverPage />
                </Guarded>
              }
            />
            <Route
              path="*"
              element={
                <Guarded>
                  <Console />
                </Guarded>
              }
            />
          </Routes>
        </Suspense>
      </BrowserRouter>
    </AppBoundary>
  </StrictMode>,
)
