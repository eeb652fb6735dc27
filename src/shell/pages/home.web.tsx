import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import { HomeCards } from './home-cards.web.tsx'
import type { HomePage } from './home-order.ts'

/** homePage and tmsHomePage: the cockpit of a leasing operator, of a carrier. What is on it comes from the modules. */
export default function Home({ screen }: ScreenProps) {
  return (
    <HomeCards
      page={screen.code as HomePage}
      empty="还没有可以显示的经营数据。录入车辆、合同或订单后，这里会显示概况；如果应当看到数据，请联系管理员开通相应页面。"
    />
  )
}
