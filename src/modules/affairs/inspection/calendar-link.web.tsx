/** In the toolbar of 年检列表. */
import { Button } from 'antd'
import { useNavigate } from 'react-router'

export default function CalendarLink() {
  const go = useNavigate()
  return <Button onClick={() => void go('/trafficManagement/annualCalendar')}>年检日历</Button>
}
