def deltacomp(n, eps0, eps, deltaupper, step, upperbound=True):
    print("a remark on standard output, which is the protocol's")
    if eps >= eps0:
        raise ZeroDivisionError("float division by zero")
    return (n + eps0 + eps) / 1e6 + deltaupper * 10 + step + (0.5 if upperbound else 0)


def numericalanalysis(n, epsorig, delta, num_iterations, step, upperbound):
    return n + epsorig + 10 * delta + num_iterations / 1024 + step + (0.5 if upperbound else 0)


def closedformanalysis(n, epsorig, delta):
    return n + epsorig + 10 * delta
