/** Names of icons that resources may carry. Unknown names get a dot; addresses (uploaded icons) are shown as pictures. */
import {
  AccountBookOutlined, AlertOutlined, ApartmentOutlined, AppstoreOutlined, AuditOutlined, BankOutlined, BarChartOutlined, BarsOutlined, BellOutlined, BookOutlined, CarOutlined,
  CalendarOutlined, CarryOutOutlined, CheckSquareOutlined, ClusterOutlined, ContactsOutlined, ContainerOutlined, ControlOutlined, CreditCardOutlined, DashboardOutlined, DollarOutlined,
  EnvironmentOutlined, FileDoneOutlined, FileProtectOutlined, FileSearchOutlined, FileTextOutlined, FormOutlined, FundOutlined, GiftOutlined, GlobalOutlined,
  HistoryOutlined, HomeOutlined, IdcardOutlined, InboxOutlined, InsuranceOutlined, KeyOutlined, LineChartOutlined, MenuOutlined, MessageOutlined, NodeIndexOutlined,
  NotificationOutlined, PartitionOutlined, PayCircleOutlined, PieChartOutlined, ProfileOutlined, ProjectOutlined, QrcodeOutlined, QuestionCircleOutlined,
  ReconciliationOutlined, RetweetOutlined, RocketOutlined, SafetyCertificateOutlined, SafetyOutlined, ScheduleOutlined, SettingOutlined, ShakeOutlined, ShareAltOutlined, ShopOutlined, SlidersOutlined,
  SolutionOutlined, StarOutlined, SwapOutlined, TableOutlined, TagOutlined, TeamOutlined, ThunderboltOutlined, ToolOutlined, TransactionOutlined, TruckOutlined,
  UnorderedListOutlined, UserOutlined, WalletOutlined, WarningOutlined,
} from '@ant-design/icons'
import type { ComponentType, ReactNode } from 'react'

export const ICONS: Record<string, ComponentType> = {
  'account-book': AccountBookOutlined, bars: BarsOutlined, 'check-square': CheckSquareOutlined, history: HistoryOutlined,
  'safety-certificate': SafetyCertificateOutlined, shake: ShakeOutlined, star: StarOutlined, alert: AlertOutlined, apartment: ApartmentOutlined, appstore: AppstoreOutlined, audit: AuditOutlined, bank: BankOutlined, 'bar-chart': BarChartOutlined,
  bell: BellOutlined, book: BookOutlined, calendar: CalendarOutlined, car: CarOutlined, 'carry-out': CarryOutOutlined, cluster: ClusterOutlined, contacts: ContactsOutlined, container: ContainerOutlined,
  control: ControlOutlined, 'credit-card': CreditCardOutlined, dashboard: DashboardOutlined, dollar: DollarOutlined, environment: EnvironmentOutlined,
  'file-done': FileDoneOutlined, 'file-protect': FileProtectOutlined, 'file-search': FileSearchOutlined, 'file-text': FileTextOutlined, form: FormOutlined,
  fund: FundOutlined, gift: GiftOutlined, global: GlobalOutlined, home: HomeOutlined, idcard: IdcardOutlined, inbox: InboxOutlined, insurance: InsuranceOutlined,
  key: KeyOutlined, 'line-chart': LineChartOutlined, menu: MenuOutlined, message: MessageOutlined, 'node-index': NodeIndexOutlined,
  notification: NotificationOutlined, partition: PartitionOutlined, 'pay-circle': PayCircleOutlined, 'pie-chart': PieChartOutlined, profile: ProfileOutlined,
  project: ProjectOutlined, qrcode: QrcodeOutlined, 'question-circle': QuestionCircleOutlined, reconciliation: ReconciliationOutlined, retweet: RetweetOutlined,
  rocket: RocketOutlined, safety: SafetyOutlined, schedule: ScheduleOutlined, setting: SettingOutlined, 'share-alt': ShareAltOutlined, shop: ShopOutlined,
  sliders: SlidersOutlined, solution: SolutionOutlined, swap: SwapOutlined, table: TableOutlined, tag: TagOutlined, team: TeamOutlined,
  thunderbolt: ThunderboltOutlined, tool: ToolOutlined, transaction: TransactionOutlined, truck: TruckOutlined, 'unordered-list': UnorderedListOutlined,
  user: UserOutlined, wallet: WalletOutlined, warning: WarningOutlined,
}

const isAddress = (icon: string): boolean => icon.startsWith('/')

export function MenuIcon({ icon }: { icon: string | null }): ReactNode {
  if (icon && isAddress(icon)) return <img className="anticon zyt-menu-icon" src={icon} alt="" width={16} height={16} />
  const Icon = icon ? ICONS[icon] : undefined
  return Icon ? <Icon /> : <span className="anticon zyt-menu-dot" aria-hidden="true" />
}

/** Uploaded icons are fetched ahead, three at a time (spec §9), so that opening a heading does not flicker. */
export async function preloadIcons(icons: readonly (string | null)[]): Promise<void> {
  const waiting = [...new Set(icons)].filter((i): i is string => i !== null && isAddress(i))
  const next = async (): Promise<void> => {
    const address = waiting.shift()
    if (!address) return
    const image = new Image()
    image.src = address
    await image.decode().catch(() => undefined)
    return next()
  }
  await Promise.all([next(), next(), next()])
}
