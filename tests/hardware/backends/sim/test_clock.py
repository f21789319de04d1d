"""The clock that tests tick: time passes only when told to."""

from threading import Thread

from hardware.backends.sim.clock import VirtualClock


def test_time_starts_at_zero_and_passes_only_when_told_to() -> None:
    clock = VirtualClock()
    assert clock.time() == 0
    clock.run_calls()
    assert clock.time() == 0
    clock.tick(1.5)
    assert clock.time() == 1.5


def test_timers_run_in_order_of_time_and_then_of_asking() -> None:
    clock = VirtualClock()
    ran: list[str] = []
    clock.call_at(2, lambda: ran.append("late"))
    clock.call_at(1, lambda: ran.append("early"))
    clock.call_at(1, lambda: ran.append("early too"))
    clock.tick(3)
    assert ran == ["early", "early too", "late"]


def test_a_timer_sees_the_time_it_was_set_for() -> None:
    clock = VirtualClock()
    seen: list[float] = []
    clock.call_at(0.25, lambda: seen.append(clock.time()))
    clock.tick(1)
    assert seen == [0.25]
    assert clock.time() == 1


def test_a_timer_that_falls_due_at_the_very_end_of_a_tick_runs() -> None:
    clock = VirtualClock()
    ran: list[str] = []
    clock.call_at(1, lambda: ran.append("due"))
    clock.tick(1)
    assert ran == ["due"]


def test_a_timer_does_not_run_before_its_time() -> None:
    clock = VirtualClock()
    ran: list[str] = []
    clock.call_at(1, lambda: ran.append("due"))
    clock.tick(0.999)
    assert ran == []


def test_a_timer_set_in_the_past_runs_now_and_time_does_not_go_back() -> None:
    clock = VirtualClock()
    clock.tick(5)
    seen: list[float] = []
    clock.call_at(1, lambda: seen.append(clock.time()))
    clock.tick(0)
    assert seen == [5]


def test_a_timer_may_set_another_that_falls_due_within_the_same_tick() -> None:
    clock = VirtualClock()
    seen: list[float] = []

    def again() -> None:
        seen.append(clock.time())
        if len(seen) < 3:
            clock.call_at(clock.time() + 1, again)

    clock.call_at(1, again)
    clock.tick(10)
    assert seen == [1, 2, 3]


def test_a_cancelled_timer_does_not_run() -> None:
    clock = VirtualClock()
    ran: list[str] = []
    clock.call_at(1, lambda: ran.append("due")).cancel()
    clock.tick(2)
    assert ran == []


def test_a_call_from_another_thread_runs_on_the_thread_that_ticks() -> None:
    clock = VirtualClock()
    ran: list[tuple[str, int]] = []
    asking = Thread(
        target=clock.call_soon_threadsafe, args=(lambda *a: ran.append(a), "edge", 4)
    )
    asking.start()
    asking.join()
    assert ran == []
    assert clock.run_calls() is True
    assert ran == [("edge", 4)]
    assert clock.run_calls() is False


def test_calls_run_before_time_passes_and_after_each_timer() -> None:
    clock = VirtualClock()
    seen: list[tuple[str, float]] = []

    def timer() -> None:
        clock.call_soon_threadsafe(lambda: seen.append(("after", clock.time())))

    clock.call_soon_threadsafe(lambda: seen.append(("before", clock.time())))
    clock.call_at(1, timer)
    clock.tick(2)
    assert seen == [("before", 0), ("after", 1)]


def test_a_call_that_another_thread_will_make_can_be_waited_for() -> None:
    clock = VirtualClock()
    ran: list[str] = []
    asking = Thread(target=clock.call_soon_threadsafe, args=(ran.append, "done"))
    asking.start()
    assert clock.run_calls(wait_s=20) is True
    asking.join()
    assert ran == ["done"]
